// The calls of the example's users, with Go's net/http.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
)

type todo struct {
	ID    int      `json:"id"`
	Title string   `json:"title"`
	Tags  []string `json:"tags"`
	Done  bool     `json:"done"`
}

var failures int

func check(what string, ok bool) {
	if !ok {
		failures++
		fmt.Println("FAILED Go:", what)
	}
}

// Sends a value, if there is one, and reads the value of the response.
func send(method, path string, value, into any) int {
	var content io.Reader
	if value != nil {
		text, _ := json.Marshal(value)
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, os.Args[1]+path, content)
	if err != nil {
		panic(err)
	}
	if value != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Println("FAILED Go:", method, path, err)
		return 0
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || into != nil && json.Unmarshal(text, into) != nil {
		fmt.Println("FAILED Go:", method, path, string(text))
		return 0
	}
	return answer.StatusCode
}

func main() {
	title := "grün 🌈 \"quoted\""
	var added, changed todo
	var list []todo
	check("a POST", send("POST", "/todos", map[string]any{"title": title, "tags": []string{"go"}}, &added) == 201)
	check("the todo that was added", added.Title == title && !added.Done)
	place := fmt.Sprint("/todos/", added.ID)
	check("a query", send("GET", "/todos?tags=go", nil, &list) == 200 && len(list) > 0)
	check("a PATCH", send("PATCH", place, map[string]any{"title": "new"}, &changed) == 200 && changed.Title == "new")
	check("a PUT", send("PUT", place+"/done", nil, &changed) == 200 && changed.Done)
	var group sync.WaitGroup
	answered := make([]bool, 300)
	for number := range answered {
		group.Add(1)
		go func() {
			defer group.Done()
			var got todo
			answered[number] = send("GET", place, nil, &got) == 200 && got.ID == added.ID
		}()
	}
	group.Wait()
	for number, ok := range answered {
		check(fmt.Sprint("request ", number, " of those at once"), ok)
	}
	check("a DELETE", send("DELETE", place, nil, nil) == 204)
	var problem struct{ Errors []any }
	check("what is gone", send("GET", place, nil, nil) == 404)
	check("every wrong input", send("POST", "/todos", map[string]any{"title": 1}, &problem) == 400 && len(problem.Errors) == 2)
	if failures > 0 {
		fmt.Println("Go: see above")
		os.Exit(1)
	}
	fmt.Println("Go: net/http as meant")
}
