extension InputFailureTests {
  static let account = "Account-Id: 5E1F3C2A-0B6D-4C0E-9E65-2A4B7C8D9E0F"
  static let line = #"{"sku":"a","count":1}"#

  static let rows: [Row] = [
    Row(
      name: "a missing query value", method: "GET", target: "/search?sort=newest", fields: [account],
      errors: [("expected query value `limit`", #""in":"query","name":"limit","code":"missing","expected":"Int""#)]),
    Row(
      name: "a missing header value", method: "GET", target: "/search?sort=newest&limit=1",
      errors: [
        ("expected header value `Account-Id`", #""in":"header","name":"Account-Id","code":"missing","expected":"UUID""#)
      ]),
    Row(
      name: "a query value of another type", method: "GET", target: "/search?sort=newest&limit=ten%21",
      fields: [account],
      errors: [
        ("`limit` was `ten!`. It must be an `Int`.", #""in":"query","name":"limit","code":"type","expected":"Int""#)
      ]),
    Row(
      name: "a query value out of range", method: "GET", target: "/search?sort=newest&limit=9223372036854775808",
      fields: [account],
      errors: [
        (
          "`limit` was `9223372036854775808`. It must be an `Int`.",
          #""in":"query","name":"limit","code":"type","expected":"Int""#
        )
      ]),
    Row(
      name: "a repeated query value", method: "GET", target: "/search?sort=newest&limit=1&limit=2", fields: [account],
      errors: [
        (
          "query value `limit` occurs more than once; send one `Int`",
          #""in":"query","name":"limit","code":"repeated","expected":"Int""#
        )
      ]),
    Row(
      name: "a repeated header value", method: "GET", target: "/search?sort=newest&limit=1",
      fields: [account, account],
      errors: [
        (
          "header value `Account-Id` occurs more than once; send one `UUID`",
          #""in":"header","name":"Account-Id","code":"repeated","expected":"UUID""#
        )
      ]),
    Row(
      name: "an enumeration of texts", method: "GET", target: "/search?sort=best&limit=1", fields: [account],
      errors: [
        (
          #"`sort` was `best`. It must be one of "newest", "oldest"."#,
          #""in":"query","name":"sort","code":"type","expected":"one of \"newest\", \"oldest\"""#
        )
      ]),
    Row(
      name: "an enumeration of numbers", method: "GET", target: "/search?sort=newest&limit=1&stars=9",
      fields: [account],
      errors: [
        (
          "`stars` was `9`. It must be one of 1, 2, 3.",
          #""in":"query","name":"stars","code":"type","expected":"one of 1, 2, 3""#
        )
      ]),
    Row(
      name: "a secret is not repeated", method: "GET", target: "/search?sort=newest&limit=1",
      fields: [account, "Authorization: hunter2"],
      errors: [
        (
          "`Authorization` has the wrong type. It must be an `Int`.",
          #""in":"header","name":"Authorization","code":"type","expected":"Int""#
        )
      ]),
    Row(
      name: "several locations, in the order of the declaration", method: "GET",
      target: "/search?page=x&since=yesterday&sort=newest&tags=1&tags=256&tags=a", fields: ["Account-Id: 7"],
      errors: [
        ("expected query value `limit`", #""in":"query","name":"limit","code":"missing","expected":"Int""#),
        ("`page` was `x`. It must be an `Int`.", #""in":"query","name":"page","code":"type","expected":"Int""#),
        (
          "`since` was `yesterday`. It must be a `Date`, such as 2026-01-31T12:00:00Z.",
          #""in":"query","name":"since","code":"type","expected":"Date""#
        ),
        ("`tags` was `256`. It must be a `UInt8`.", #""in":"query","name":"tags","code":"type","expected":"UInt8""#),
        ("`tags` was `a`. It must be a `UInt8`.", #""in":"query","name":"tags","code":"type","expected":"UInt8""#),
        (
          "`Account-Id` was `7`. It must be a `UUID`.",
          #""in":"header","name":"Account-Id","code":"type","expected":"UUID""#
        ),
      ]),
    Row(
      name: "path values and the constants of the path", method: "GET", target: "/items/128/joker",
      errors: [
        ("expected query value `kind`", #""in":"query","name":"kind","code":"missing","expected":"`open`""#),
        ("`id` was `128`. It must be an `Int8`.", #""in":"path","name":"id","code":"type","expected":"Int8""#),
        (
          #"`suit` was `joker`. It must be one of "clubs", "diamonds", "♥ & co", "a/b?c=d"."#,
          #""in":"path","name":"suit","code":"type","expected":"one of \"clubs\", \"diamonds\", \"♥ & co\", \"a/b?c=d\"""#
        ),
      ]),
    Row(
      name: "no body where fields are expected", method: "POST", target: "/orders",
      errors: [
        ("expected body value `title`", #""in":"body","pointer":"/title","code":"missing","expected":"String""#),
        ("expected body value `order`", #""in":"body","pointer":"/order","code":"missing","expected":"Order""#),
        ("expected body value `urgent`", #""in":"body","pointer":"/urgent","code":"missing","expected":"Bool""#),
      ]),
    Row(
      name: "fields of other types, with nested values", method: "POST", target: "/orders",
      body:
        #"{"title":5,"urgent":"yes","note":[],"order":{"lines":[\#(line),{"count":300,"gift":{"to":1}}],"due":"soon","labels":{"a/b~c":"x"}}}"#,
      errors: [
        (
          "`title` was `5`. It must be a `String`.",
          #""in":"body","pointer":"/title","code":"type","expected":"String""#
        ),
        (
          "expected body value `order.lines.1.sku`",
          #""in":"body","pointer":"/order/lines/1/sku","code":"missing","expected":"String""#
        ),
        (
          "`order.lines.1.count` was `300`. It must be a `UInt8`.",
          #""in":"body","pointer":"/order/lines/1/count","code":"invalid","expected":"UInt8""#
        ),
        (
          "`order.lines.1.gift.to` was `1`. It must be a `String`.",
          #""in":"body","pointer":"/order/lines/1/gift/to","code":"type","expected":"String""#
        ),
        (
          "expected body value `order.lines.1.gift.wrapped`",
          #""in":"body","pointer":"/order/lines/1/gift/wrapped","code":"missing","expected":"Bool""#
        ),
        (
          "expected body value `order.sort`",
          #""in":"body","pointer":"/order/sort","code":"missing","expected":"one of \"newest\", \"oldest\"""#
        ),
        (
          #"`order.due` was `"soon"`. It must be a `Date`, such as 2026-01-31T12:00:00Z."#,
          #""in":"body","pointer":"/order/due","code":"invalid","expected":"Date""#
        ),
        (
          #"`order.labels.a/b~c` was `"x"`. It must be an `Int`."#,
          #""in":"body","pointer":"/order/labels/a~1b~0c","code":"type","expected":"Int""#
        ),
        (
          #"`urgent` was `"yes"`. It must be a `Bool`."#,
          #""in":"body","pointer":"/urgent","code":"type","expected":"Bool""#
        ),
        (
          "`note` was `an array`. It must be a `String`.",
          #""in":"body","pointer":"/note","code":"type","expected":"String""#
        ),
      ]),
    Row(
      name: "null for a value", method: "POST", target: "/orders",
      body: #"{"title":null,"urgent":true,"order":{"lines":[],"sort":"oldest","due":"2024-01-01T00:00:00Z"}}"#,
      errors: [
        (
          "`title` was `null`. It must be a `String`.",
          #""in":"body","pointer":"/title","code":"type","expected":"String""#
        )
      ]),
    Row(
      name: "a whole body with wrong elements", method: "PUT", target: "/orders",
      body: #"{"lines":[{"sku":"a","count":-1},7],"sort":"best","due":"2024-01-01T00:00:00Z","labels":null}"#,
      errors: [
        (
          "`lines.0.count` was `-1`. It must be a `UInt8`.",
          #""in":"body","pointer":"/lines/0/count","code":"invalid","expected":"UInt8""#
        ),
        (
          "`lines.1` was `7`. It must be a `Line`.",
          #""in":"body","pointer":"/lines/1","code":"type","expected":"Line""#
        ),
        (
          #"`sort` was `"best"`. It must be one of "newest", "oldest"."#,
          #""in":"body","pointer":"/sort","code":"invalid","expected":"one of \"newest\", \"oldest\"""#
        ),
      ]),
    Row(
      name: "no body where one is expected", method: "PUT", target: "/orders",
      errors: [("expected a request body", #""in":"body","pointer":"","code":"missing","expected":"Order""#)]),
    Row(
      name: "a body that is not JSON, with the offset of the error", method: "PUT", target: "/orders",
      body: "{\n  \"lines\": [1,\r\n  ]}",
      errors: [
        (
          "the request body is not JSON: Line 3, column 3: A value is expected.",
          #""in":"body","pointer":"","code":"syntax","expected":"JSON""#
        )
      ]),
    Row(
      name: "a body that is JSON, but not an object", method: "POST", target: "/orders", body: "[1]",
      errors: [
        (
          "`body` has the wrong type. It must be an `object`.",
          #""in":"body","pointer":"","code":"type","expected":"object""#
        )
      ]),
  ]
}
