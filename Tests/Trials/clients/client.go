// The calls of a client, with Go's net/http.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
)

type item struct {
	ID    int      `json:"id"`
	Title string   `json:"title"`
	Tags  []string `json:"tags"`
}

var failures int
var base = os.Args[1]

func check(what string, ok bool) {
	if !ok {
		failures++
		fmt.Println("FAILED Go:", what)
	}
}

func send(method, path, kind string, content io.Reader) (int, http.Header, []byte) {
	request, err := http.NewRequest(method, base+path, content)
	if err != nil {
		panic(err)
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if kind == "expect" {
		request.Header.Set("Content-Type", "application/octet-stream")
		request.Header.Set("Expect", "100-continue")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		check(fmt.Sprint(method, " ", path, ": ", err), false)
		return 0, http.Header{}, nil
	}
	defer answer.Body.Close()
	bytes, err := io.ReadAll(answer.Body)
	check(fmt.Sprint("the content of ", path), err == nil)
	return answer.StatusCode, answer.Header, bytes
}

func get(number int) bool {
	var got item
	_, _, content := send("GET", fmt.Sprint("/items/", number), "", nil)
	return json.Unmarshal(content, &got) == nil && got.ID == number
}

func main() {
	title := strings.Repeat("grün 🌈 \"quoted\"", 200)
	sent, _ := json.Marshal(item{Title: title, Tags: []string{"a"}})
	var got item
	status, _, content := send("POST", "/items", "application/json", bytes.NewReader(sent))
	check("a POST", status == 200 && json.Unmarshal(content, &got) == nil && got.Title == title)
	form := url.Values{"title": {"a b&c"}, "tags": {"x", "y"}}
	_, _, content = send("POST", "/form", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
	check("a form", json.Unmarshal(content, &got) == nil && got.Title == "a b&c" && len(got.Tags) == 2)
	// A reader of unknown length is sent in chunks.
	_, _, content = send("POST", "/echo", "", io.MultiReader(strings.NewReader("hello "), strings.NewReader("chunks")))
	check("chunked content", string(content) == "hello chunks")
	_, _, content = send("POST", "/echo", "expect", strings.NewReader(strings.Repeat("x", 5000)))
	check("Expect: 100-continue", len(content) == 5000)
	_, _, content = send("GET", "/stream/50", "", nil)
	check("a stream", len(content) == 50*16384)
	status, header, content := send("HEAD", "/items/7", "", nil)
	check("HEAD", status == 200 && len(content) == 0 && header.Get("Content-Length") != "0")
	status, header, _ = send("GET", "/nothing", "", nil)
	check("a problem", status == 404 && strings.Contains(header.Get("Content-Type"), "problem+json"))
	for number := range 200 {
		check("a request of one connection", get(number))
	}
	var group sync.WaitGroup
	var lock sync.Mutex
	for number := range 300 {
		group.Add(1)
		go func() {
			defer group.Done()
			ok := get(number)
			lock.Lock()
			defer lock.Unlock()
			check("requests at once", ok)
		}()
	}
	group.Wait()
	if failures > 0 {
		os.Exit(1)
	}
	fmt.Println("Go: all as meant")
}
