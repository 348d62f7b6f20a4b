extension JSONSchema {
  /// The schema merged with the schema of its type, unless the latter has a name to which a document refers.
  package var resolved: JSONSchema {
    guard let type else { return self }
    let own = type.schema
    guard own.name == nil else { return self }
    return own.refined(by: self).resolved
  }

  /// Returns the schema overridden by `use`, a schema that refers to this one's type.
  private func refined(by use: JSONSchema) -> JSONSchema {
    var schema = self
    schema.isNullable = isNullable || use.isNullable
    if !use.types.isEmpty { schema.types = use.types }
    schema.format = use.format ?? format
    schema.contentEncoding = use.contentEncoding ?? contentEncoding
    schema.title = use.title ?? title
    schema.description = use.description ?? description
    schema.requirements += use.requirements
    if !use.examples.isEmpty { schema.examples = use.examples }
    schema.defaultValue = use.defaultValue ?? defaultValue
    schema.isDeprecated = isDeprecated || use.isDeprecated
    if !use.choices.isEmpty { schema.choices = use.choices }
    schema.constant = use.constant ?? constant
    if !use.oneOf.isEmpty { (schema.oneOf, schema.hasOpenAlternative) = (use.oneOf, use.hasOpenAlternative) }
    schema.discriminator = use.discriminator ?? discriminator
    if !use.properties.isEmpty {
      (schema.properties, schema.isPositional) = (use.properties, use.isPositional)
    }
    schema.namePattern = use.namePattern ?? namePattern
    schema.bounds = bounds.refined(by: use.bounds)
    schema.lengths = lengths.refined(by: use.lengths)
    schema.pattern = use.pattern ?? pattern
    schema.counts = counts.refined(by: use.counts)
    schema.hasUniqueItems = hasUniqueItems || use.hasUniqueItems
    if let items = use.items {
      var merged = self.items?.refined(by: items) ?? items
      merged.type = items.type ?? self.items?.type
      schema.items = merged
    }
    schema.additionalProperties = use.additionalProperties ?? additionalProperties
    return schema
  }
}

extension JSONSchema.NumberBounds {
  /// Returns the bounds, replaced where a use sets others. An inclusive bound replaces an exclusive one, and vice
  /// versa.
  fileprivate func refined(by use: JSONSchema.NumberBounds) -> JSONSchema.NumberBounds {
    var bounds = self
    if use.minimum != nil || use.exclusiveMinimum != nil {
      (bounds.minimum, bounds.exclusiveMinimum) = (use.minimum, use.exclusiveMinimum)
    }
    if use.maximum != nil || use.exclusiveMaximum != nil {
      (bounds.maximum, bounds.exclusiveMaximum) = (use.maximum, use.exclusiveMaximum)
    }
    return bounds
  }
}

extension JSONSchema.SizeBounds {
  fileprivate func refined(by use: JSONSchema.SizeBounds) -> JSONSchema.SizeBounds {
    JSONSchema.SizeBounds(minimum: use.minimum ?? minimum, maximum: use.maximum ?? maximum)
  }
}
