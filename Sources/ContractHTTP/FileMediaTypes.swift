/// The media types of files by their extensions.
package enum FileMediaTypes {
  /// The type of a file whose extension is unknown or absent.
  package static let unknown = "application/octet-stream"

  /// Returns the media type of a file as a header value. The extension is compared without case.
  package static func type(of path: String) -> String { pathExtension(path).flatMap { types[$0] } ?? unknown }

  /// Returns the media type without its coding, and the coding, for a file whose extension names a coded format; nil for
  /// other files.
  ///
  /// The type that ``type(of:)`` returns for such a file describes the coded bytes.
  package static func codedType(of path: String) -> (type: String, coding: String)? {
    pathExtension(path) == "svgz" ? (type: "image/svg+xml", coding: "gzip") : nil
  }

  /// Returns the extension in lower case; nil if there is none.
  private static func pathExtension(_ path: String) -> String? {
    let name = path.split(atByte: "/").last ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    return name[name.utf8.index(after: dot)...].lowercasedASCII
  }

  private static let types: [String: String] = [
    // Pages and programs.
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "wasm": "application/wasm",
    "map": "application/json", "webmanifest": "application/manifest+json", "xhtml": "application/xhtml+xml",
    // Data.
    "json": "application/json", "jsonld": "application/ld+json", "geojson": "application/geo+json",
    "ndjson": "application/x-ndjson", "xml": "application/xml", "xsd": "application/xml", "xsl": "application/xslt+xml",
    "rss": "application/rss+xml", "atom": "application/atom+xml", "yaml": "application/yaml", "yml": "application/yaml",
    "toml": "application/toml", "csv": "text/csv; charset=utf-8", "tsv": "text/tab-separated-values; charset=utf-8",
    "ics": "text/calendar; charset=utf-8", "vcf": "text/vcard; charset=utf-8", "sqlite": "application/vnd.sqlite3",
    "parquet": "application/vnd.apache.parquet",
    // Text.
    "txt": "text/plain; charset=utf-8", "log": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "vtt": "text/vtt; charset=utf-8", "rtf": "application/rtf",
    // Images.
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "heic": "image/heic", "jxl": "image/jxl", "svg": "image/svg+xml", "svgz": "application/gzip",
    "ico": "image/vnd.microsoft.icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    // Sound and video.
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "weba": "audio/webm", "mid": "audio/midi",
    "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
    "mkv": "video/matroska", "avi": "video/x-msvideo", "mpeg": "video/mpeg", "ts": "video/mp2t",
    "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
    // Fonts.
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    // Documents.
    "pdf": "application/pdf", "epub": "application/epub+zip", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    // Archives.
    "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "zst": "application/zstd",
    "bz2": "application/x-bzip2", "xz": "application/x-xz", "7z": "application/x-7z-compressed",
    "tar": "application/x-tar", "jar": "application/java-archive", "deb": "application/vnd.debian.binary-package",
  ]
}
