// The three routes with net/http and encoding/json. GOMAXPROCS is the number of threads.
//
//	server FILE    FILE holds the JSON of the todos of (b)
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
)

type todo struct {
	ID    int      `json:"id"`
	Title string   `json:"title"`
	Done  bool     `json:"done"`
	Tags  []string `json:"tags"`
}

type owner struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type newTodo struct {
	Title string   `json:"title"`
	Done  bool     `json:"done"`
	Tags  []string `json:"tags"`
	Owner owner    `json:"owner"`
}

type createdTodo struct {
	ID int `json:"id"`
	newTodo
}

var todos []todo

func answer(writer http.ResponseWriter, status int, value any) {
	bytes, err := json.Marshal(value)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	writer.Header().Set("Content-Type", "application/json")
	writer.WriteHeader(status)
	writer.Write(bytes)
}

func plaintext(writer http.ResponseWriter, _ *http.Request) {
	writer.Header().Set("Content-Type", "text/plain; charset=utf-8")
	writer.Write([]byte("Hello, World!"))
}

func list(writer http.ResponseWriter, request *http.Request) {
	_, err := strconv.Atoi(request.PathValue("id"))
	query := request.URL.Query()
	limit, wrong := strconv.Atoi(query.Get("limit"))
	_, mistaken := strconv.ParseBool(query.Get("done"))
	if err != nil || wrong != nil || mistaken != nil {
		http.Error(writer, "bad request", http.StatusBadRequest)
		return
	}
	answer(writer, http.StatusOK, todos[:max(0, min(limit, len(todos)))])
}

func create(writer http.ResponseWriter, request *http.Request) {
	created := createdTodo{ID: 4711}
	err := json.NewDecoder(request.Body).Decode(&created.newTodo)
	if err != nil || len(created.Title) == 0 || len(created.Title) > 200 || len(created.Tags) > 10 {
		http.Error(writer, "bad request", http.StatusBadRequest)
		return
	}
	answer(writer, http.StatusCreated, created)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &todos)
	}
	if err != nil {
		log.Fatal(err)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /plaintext", plaintext)
	routes.HandleFunc("GET /users/{id}/todos", list)
	routes.HandleFunc("POST /todos", create)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, routes))
}
