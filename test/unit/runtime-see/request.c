/* The head of a request: what is found in it, what is refused, what a query says. */
#include "runtime/see/request.c"

#include "check.h"

static int parse(const char* text, struct gy_request* request) {
  return gy_request_parse(text, strlen(text), request);
}

TEST(a_request_is_taken_apart) {
  static const char text[] =
      "GET /a/b?x=1&t=2 HTTP/1.1\r\nHost: localhost:8\r\nlast-event-id:\t7 \r\n\r\nrest";
  struct gy_request request;

  CHECK_EQ(parse(text, &request), (int) (strlen(text) - strlen("rest")));
  CHECK(gy_span_is(request.method, "GET"));
  CHECK(gy_span_is(request.path, "/a/b"));
  CHECK(gy_span_is(request.query, "x=1&t=2"));
  CHECK(gy_span_is(request.host, "localhost:8"));
  CHECK(gy_span_is(request.last_event_id, "7"));
}

TEST(a_head_without_its_end_waits_for_more) {
  static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  struct gy_request request;

  for (size_t n = 0; n < strlen(text); n++)
    CHECK_EQ(gy_request_parse(text, n, &request), 0);
}

TEST(what_is_no_plain_request_is_refused) {
  static const struct {
    const char* text;
    int status;
  } cases[] = {
      {"\r\n\r\n", -400},
      {"get / HTTP/1.1\r\n\r\n", -400},
      {"GET x HTTP/1.1\r\n\r\n", -400},
      {"GET / HTTP/1.2\r\n\r\n", -400},
      {"GET /\x01 HTTP/1.1\r\n\r\n", -400},
      {"GET /  HTTP/1.1\r\n\r\n", -400},
      {"GET /#a HTTP/1.1\r\n\r\n", -400},
      {"GET / HTTP/1.1\r\nA : b\r\n\r\n", -400},
      {"GET / HTTP/1.1\r\n a: b\r\n\r\n", -400},
      {"GET / HTTP/1.1\r\na: b\nc: d\r\n\r\n", -400},
      {"GET / HTTP/1.1\r\nHost: a\r\nHOST: a\r\n\r\n", -400},
      {"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n", -413},
      {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", -413},
  };
  struct gy_request request;

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
    CHECK_EQ(parse(cases[i].text, &request), cases[i].status);
  CHECK(parse("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", &request) > 0);
}

TEST(a_head_that_is_too_long_is_refused) {
  static char text[GY_REQUEST_MOST + 5];
  struct gy_request request;

  memset(text, 'x', sizeof(text));
  CHECK_EQ(gy_request_parse(text, GY_REQUEST_MOST - 1, &request), 0);
  CHECK_EQ(gy_request_parse(text, GY_REQUEST_MOST, &request), -431);
  memcpy(text + GY_REQUEST_MOST - 3, "\r\n\r\n", 4);
  CHECK_EQ(gy_request_parse(text, sizeof(text), &request), -431);
}

TEST(only_names_of_this_machine_are_local) {
  static const char* const others[] = {"localhost", "localhost:81", "127.0.0.1:8080", "127.0.0.1:8",
                                       "evil:80",   "[::1]:80",     "localhost:80 ",  ""};
  struct gy_request request = {0};

  CHECK(!gy_request_is_local(&request, 8000));
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
    request.host = (struct gy_span){others[i], strlen(others[i])};
    CHECK(!gy_request_is_local(&request, 8000));
  }
  request.host = (struct gy_span){"127.0.0.1:8000", 14};
  CHECK(gy_request_is_local(&request, 8000));
  request.host = (struct gy_span){"localhost", 9};
  CHECK(gy_request_is_local(&request, 80));
}

TEST(parameters_are_decoded_and_bounded) {
  struct gy_request request;
  char out[6];

  CHECK(parse("GET /?tt=1&file=a%2Fb&bad=%2&nul=%00&long=123456&t= HTTP/1.1\r\n\r\n", &request) >
        0);
  CHECK(gy_request_parameter(&request, "file", out, sizeof(out)) && strcmp(out, "a/b") == 0);
  CHECK(gy_request_parameter(&request, "t", out, sizeof(out)) && strcmp(out, "") == 0);
  CHECK(!gy_request_parameter(&request, "bad", out, sizeof(out)));
  CHECK(!gy_request_parameter(&request, "nul", out, sizeof(out)));
  CHECK(!gy_request_parameter(&request, "long", out, sizeof(out)));
  CHECK(!gy_request_parameter(&request, "none", out, sizeof(out)));
}

TEST(only_the_whole_token_is_the_token) {
  CHECK(gy_token_is("0123", "0123"));
  CHECK(!gy_token_is("", "0123"));
  CHECK(!gy_token_is("012", "0123"));
  CHECK(!gy_token_is("01234", "0123"));
  CHECK(!gy_token_is("0124", "0123"));
}
