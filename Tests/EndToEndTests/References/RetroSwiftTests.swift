import ContractTesting
import Testing

/// The examples of RetroSwift: a class of closures.
@API
final class SchedulesAPI: EndpointGroup {
  @GET("/api/v1/schedule")
  var getSchedules: (GetSchedulesRequest) async throws -> [Schedule]

  @PUT("/api/v1/schedule")
  var createSchedule: (CreateScheduleRequest) async throws -> Empty

  @POST("/api/v1/schedule/{schedule_id}")
  var updateSchedule: (UpdateScheduleRequest) async throws -> Schedule

  @DELETE("/api/v1/schedule/{schedule_id}")
  var deleteSchedule: (DeleteScheduleRequest) async throws -> Either<Schedule, DeleteScheduleError>

  @HEAD("/api/v1/schedule")
  var check: () async throws -> Empty

  @POST("/speech-to-text")
  var speechToText: (SpeechToTextRequest) async throws -> Transcript

  struct Schedule: Codable, Equatable, Sendable { var title: String }
  struct Transcript: Codable, Equatable, Sendable { var text: String }
  struct DeleteScheduleError: Codable, Equatable, Sendable { var errorMessage: String }
}

@Request
struct GetSchedulesRequest {
  @Query var page: Int
  @Query("limit") var schedulesPerPage: Int = 0
  @Header("X-Account-Id") var accountId: String = ""
}

@Request
struct CreateScheduleRequest {
  @Header("X-Account-Id") var accountId: String = ""
  @Body var scheduleBody: SchedulesAPI.Schedule
}

@Request
struct UpdateScheduleRequest {
  @Path("schedule_id") var id: String
  @Field var title: String
}

@Request
struct DeleteScheduleRequest {
  @Path("schedule_id") var scheduleId: String = ""
  @Header("X-Account-Id") var accountId: String = ""
}

@Request
@Multipart
struct SpeechToTextRequest {
  @Field("model_id") var modelId = ""
  @Field("language_code") var languageCode = ""
  @Field("tag_audio_events") var tagAudioEvents = false
  @Field("num_speakers") var numSpeakers = 1
  @Part("file") var recording = .empty
}

/// Every example of RetroSwift, over real sockets.
@Suite("The RetroSwift reference")
struct RetroSwiftTests {
  let arrivals = Arrivals()

  var router: Router {
    let arrivals = arrivals
    var router = Router()
    router.on(SchedulesAPI.Endpoints.getSchedules) { _, request in
      arrivals.note()
      return [SchedulesAPI.Schedule(title: "\(request.page) \(request.accountId)")]
    }
    router.on(SchedulesAPI.Endpoints.createSchedule) { _, request in
      arrivals.note()
      return Empty()
    }
    router.on(SchedulesAPI.Endpoints.updateSchedule) { _, request in
      arrivals.note()
      return SchedulesAPI.Schedule(title: request.id + " " + request.title)
    }
    router.on(SchedulesAPI.Endpoints.deleteSchedule) { _, request in
      request.scheduleId == "7"
        ? .response(SchedulesAPI.Schedule(title: "gone")) : .errorResponse(.init(errorMessage: "Schedule not found"))
    }
    router.on(SchedulesAPI.Endpoints.check) { _, _ in Empty() }
    router.on(SchedulesAPI.Endpoints.speechToText) { _, request in
      arrivals.note()
      return SchedulesAPI.Transcript(
        text: "\(request.modelId) \(request.numSpeakers) \(request.recording.fileName ?? "") \(request.recording.bytes)"
      )
    }
    return router
  }

  @Test("A closure endpoint puts parameters where the request declares them")
  func calls() async throws {
    try await withServer(router.routes) { client in
      let api = SchedulesAPI(client)
      let request = GetSchedulesRequest(page: 1, schedulesPerPage: 30, accountId: "acc_id")
      #expect(try await api.getSchedules(request).map(\.title) == ["1 acc_id"])
      #expect(arrivals.line == "GET /api/v1/schedule?page=1&limit=30")
      #expect(arrivals["X-Account-Id"] == "acc_id")
      _ = try await api.createSchedule(CreateScheduleRequest(scheduleBody: .init(title: "t")))
      #expect(arrivals.body == #"{"title":"t"}"#)
      #expect(try await api.updateSchedule(.init(id: "a/b", title: "t")).title == "a/b t")
      #expect(arrivals.line == "POST /api/v1/schedule/a%2Fb")
      _ = try await api.check()
    }
  }

  @Test("An Either result is selected by status")
  func either() async throws {
    try await withServer(router.routes) { client in
      let api = SchedulesAPI(client)
      let deleted = try await api.deleteSchedule(.init(scheduleId: "7"))
      #expect(deleted == .response(.init(title: "gone")))
      let refused = try await api.deleteSchedule(.init(scheduleId: "8"))
      #expect(refused == .errorResponse(.init(errorMessage: "Schedule not found")))
    }
  }

  @Test("A multipart form is sent with files")
  func files() async throws {
    try await withServer(router.routes) { client in
      let request = SpeechToTextRequest(
        modelId: "scribe_v1", languageCode: "en", tagAudioEvents: false, numSpeakers: 1,
        recording: .init(fileName: "recording.caf", mimeType: "audio/x-caf", content: [1, 2, 3]))
      let text = try await SchedulesAPI(client).speechToText(request).text
      #expect(text == "scribe_v1 1 recording.caf [1, 2, 3]")
      #expect(arrivals["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
      #expect(arrivals.body.contains("Content-Disposition: form-data; name=\"language_code\"\r\n\r\nen\r\n"))
      #expect(
        arrivals.body.contains(
          "Content-Disposition: form-data; name=\"file\"; filename=\"recording.caf\"\r\nContent-Type: audio/x-caf\r\n"))
    }
  }

  @Test("An API is mocked by assignment")
  func mocks() async throws {
    struct Offline: Error {}
    let api = SchedulesAPI()
    api.getSchedules = { _ in [SchedulesAPI.Schedule(title: "mocked")] }
    #expect(try await api.getSchedules(.init(page: 1)).map(\.title) == ["mocked"])
    api.deleteSchedule = { _ in .errorResponse(.init(errorMessage: "Schedule not found")) }
    #expect(
      try await api.deleteSchedule(.init()) == .errorResponse(.init(errorMessage: "Schedule not found")))
    api.deleteSchedule = { _ in throw Offline() }
    await #expect(throws: Offline.self) { _ = try await api.deleteSchedule(.init()) }
  }
}
