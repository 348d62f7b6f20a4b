/// A kind of difference between two versions of a document.
public enum DiffRule: String, Sendable, Hashable, CaseIterable {
  // Operations.
  case operationRemoved = "operation-removed"
  case operationAdded = "operation-added"
  case operationDeprecated = "operation-deprecated"
  case operationRestored = "operation-restored"
  case operationIDChanged = "operation-id-changed"
  case pathParameterRenamed = "path-parameter-renamed"
  case descriptionChanged = "description-changed"
  case serversChanged = "servers-changed"

  // Parameters.
  case parameterAdded = "parameter-added"
  case requiredParameterAdded = "required-parameter-added"
  case parameterRemoved = "parameter-removed"
  case parameterRequired = "parameter-required"
  case parameterOptional = "parameter-optional"
  case parameterStyleChanged = "parameter-style-changed"
  case emptyValueAllowed = "empty-value-allowed"
  case emptyValueForbidden = "empty-value-forbidden"

  // Request bodies.
  case bodyAdded = "body-added"
  case requiredBodyAdded = "required-body-added"
  case bodyRemoved = "body-removed"
  case bodyRequired = "body-required"
  case bodyOptional = "body-optional"
  case requestMediaTypeAdded = "request-media-type-added"
  case requestMediaTypeRemoved = "request-media-type-removed"

  // Members of forms.
  case memberStyleChanged = "member-style-changed"
  case memberMediaTypeAdded = "member-media-type-added"
  case memberMediaTypeRemoved = "member-media-type-removed"

  // Responses.
  case successStatusAdded = "success-status-added"
  case successStatusRemoved = "success-status-removed"
  case errorStatusAdded = "error-status-added"
  case errorStatusRemoved = "error-status-removed"
  case responseMediaTypeAdded = "response-media-type-added"
  case responseMediaTypeRemoved = "response-media-type-removed"
  case headerAdded = "header-added"
  case headerRemoved = "header-removed"
  case requiredHeaderRemoved = "required-header-removed"
  case headerRequired = "header-required"
  case headerOptional = "header-optional"
  case headerStyleChanged = "header-style-changed"

  // WebSockets.
  case channelDescribed = "channel-described"
  case channelUndescribed = "channel-undescribed"
  case sentMediaTypeAdded = "sent-media-type-added"
  case sentMediaTypeRemoved = "sent-media-type-removed"
  case receivedMediaTypeAdded = "received-media-type-added"
  case receivedMediaTypeRemoved = "received-media-type-removed"
  case subprotocolAdded = "subprotocol-added"
  case subprotocolRemoved = "subprotocol-removed"

  // Security.
  case securityLoosened = "security-loosened"
  case securityTightened = "security-tightened"
  case securitySchemeChanged = "security-scheme-changed"

  // Types and values.
  case typeAdded = "type-added"
  case typeRemoved = "type-removed"
  case typeChanged = "type-changed"
  case nullAllowed = "null-allowed"
  case nullForbidden = "null-forbidden"
  case valueAdded = "value-added"
  case valueRemoved = "value-removed"
  case valuesListed = "values-listed"
  case valuesUnlisted = "values-unlisted"
  case knownValuesChanged = "known-values-changed"
  case formatAdded = "format-added"
  case formatRemoved = "format-removed"
  case formatChanged = "format-changed"
  case formatNoteChanged = "format-note-changed"
  case defaultAdded = "default-added"
  case defaultRemoved = "default-removed"
  case defaultChanged = "default-changed"
  case deprecationChanged = "deprecation-changed"
  case examplesChanged = "examples-changed"

  // Numbers and strings.
  case rangeNarrowed = "range-narrowed"
  case rangeWidened = "range-widened"
  case multipleAdded = "multiple-added"
  case multipleRemoved = "multiple-removed"
  case multipleChanged = "multiple-changed"
  case lengthNarrowed = "length-narrowed"
  case lengthWidened = "length-widened"
  case patternAdded = "pattern-added"
  case patternRemoved = "pattern-removed"
  case patternChanged = "pattern-changed"

  // Arrays and objects.
  case countNarrowed = "count-narrowed"
  case countWidened = "count-widened"
  case uniquenessAdded = "uniqueness-added"
  case uniquenessRemoved = "uniqueness-removed"
  case memberAdded = "member-added"
  case requiredMemberAdded = "required-member-added"
  case undeclaredMemberAdded = "undeclared-member-added"
  case memberRemoved = "member-removed"
  case requiredMemberRemoved = "required-member-removed"
  case memberRequired = "member-required"
  case memberOptional = "member-optional"
  case membersClosed = "members-closed"
  case membersOpened = "members-opened"

  // Combinations.
  case alternativeAdded = "alternative-added"
  case alternativeRemoved = "alternative-removed"
  case exclusionAdded = "exclusion-added"
  case exclusionRemoved = "exclusion-removed"
  case incomparable = "incomparable"

  /// The effect of a difference on the allowed values.
  enum Effect {
    /// More values are allowed than before.
    case widens
    /// Fewer values are allowed than before.
    case narrows
    /// Other values are allowed, or values have another meaning.
    case replaces
    /// No value is affected.
    case explains
    /// Both ends continue to understand each other.
    case keeps
    /// A value is gone. In requests it is lost; in responses it was optional and is only omitted.
    case drops
  }

  /// The effect.
  var effect: Effect {
    switch self {
    case .operationDeprecated, .operationRestored, .operationIDChanged, .pathParameterRenamed, .descriptionChanged,
      .serversChanged, .knownValuesChanged, .formatNoteChanged, .defaultAdded, .deprecationChanged, .examplesChanged,
      .channelDescribed, .channelUndescribed:
      .explains
    case .operationAdded, .parameterAdded, .parameterOptional, .bodyAdded, .bodyOptional, .requestMediaTypeAdded,
      .successStatusRemoved, .errorStatusAdded, .errorStatusRemoved, .responseMediaTypeAdded, .headerAdded,
      .headerRemoved, .headerRequired, .securityLoosened, .memberAdded, .sentMediaTypeAdded,
      .receivedMediaTypeRemoved, .subprotocolAdded:
      .keeps
    case .operationRemoved, .requiredParameterAdded, .parameterRemoved, .parameterRequired, .parameterStyleChanged,
      .requiredBodyAdded, .bodyRemoved, .bodyRequired, .requestMediaTypeRemoved, .memberStyleChanged,
      .successStatusAdded,
      .responseMediaTypeRemoved, .requiredHeaderRemoved, .headerOptional, .headerStyleChanged, .securityTightened,
      .securitySchemeChanged,
      .typeChanged, .formatChanged, .defaultRemoved, .defaultChanged, .multipleChanged, .patternChanged,
      .requiredMemberRemoved, .incomparable, .sentMediaTypeRemoved, .receivedMediaTypeAdded, .subprotocolRemoved:
      .replaces
    case .typeAdded, .nullAllowed, .valueAdded, .valuesUnlisted, .formatRemoved, .rangeWidened, .multipleRemoved,
      .lengthWidened, .patternRemoved, .countWidened, .uniquenessRemoved, .undeclaredMemberAdded, .memberOptional,
      .membersOpened, .alternativeAdded, .exclusionRemoved, .emptyValueAllowed, .memberMediaTypeAdded:
      .widens
    case .typeRemoved, .nullForbidden, .valueRemoved, .valuesListed, .formatAdded, .rangeNarrowed, .multipleAdded,
      .lengthNarrowed, .patternAdded, .countNarrowed, .uniquenessAdded, .requiredMemberAdded, .memberRequired,
      .membersClosed, .alternativeRemoved, .exclusionAdded, .emptyValueForbidden, .memberMediaTypeRemoved:
      .narrows
    case .memberRemoved: .drops
    }
  }

  /// Returns the severity of a difference in values sent in a direction. A difference that widens requests or narrows
  /// responses is safe. ``OpenAPIChange/severity`` of a webhook or callback differs, because the API sends its request.
  public func severity(_ direction: OpenAPIChange.Direction) -> OpenAPIChange.Severity {
    switch effect {
    case .explains: .documentation
    case .keeps: .safe
    case .replaces: .breaking
    case .widens: direction == .request ? .safe : .breaking
    case .narrows, .drops: direction == .request ? .breaking : .safe
    }
  }
}
