package main

import "gipfel/internal/progress"

// stages shows work that has several stages, of which one is known when the one before is over.
type stages struct {
	command  string
	reporter progress.Reporter
	task     progress.Task
}

// begin ends the stage before.
func (s *stages) begin(name string, units int) (done func(n int)) {
	s.end()
	task := s.reporter.Start(s.command+": "+name, int64(units), "positions")
	s.task = task
	return func(n int) { task.Add(int64(n)) }
}

func (s *stages) end() {
	if s.task != nil {
		s.task.Done()
	}
}
