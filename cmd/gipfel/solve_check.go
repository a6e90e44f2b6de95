package main

import (
	"fmt"
	"os"

	"gipfel/game"
	"gipfel/game/atimo/solve"
)

// readCases reads the positions whose values are to be compared, if there are any.
func readCases(path string) ([]solve.Case, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	cases, err := solve.ReadCases(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: it has no positions", path)
	}
	return cases, nil
}

// answerer says what a line of a text with known values should be; a *solve.DB is one.
type answerer interface {
	Answer(game.State) (string, error)
}

// solveCheck is what has come of a comparison. The names in JSON are relied on by scripts.
type solveCheck struct {
	File          string         `json:"file"`
	Positions     int            `json:"positions"`
	Agree         int            `json:"agree"`
	Disagreements []disagreement `json:"disagreements"`
}

// disagreement is a position of which a text says something else than the solution. What they say is "VALUE ; MOVES".
type disagreement struct {
	Line     int    `json:"line"`
	Position string `json:"position"`
	File     string `json:"file_says"`
	Database string `json:"database_says"`
}

// checkValues compares values with known ones. The error says if any differ.
func (a *app) checkValues(db answerer, path string, cases []solve.Case) error {
	r := solveCheck{File: path, Positions: len(cases), Disagreements: []disagreement{}}
	for _, c := range cases {
		answer, err := db.Answer(c.State)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", path, c.Line, err)
		}
		if answer == c.Answer {
			r.Agree++
		} else {
			r.Disagreements = append(r.Disagreements, disagreement{c.Line, c.Position, c.Answer, answer})
		}
	}
	if err := a.printCheck(&r); err != nil {
		return err
	}
	if n := len(r.Disagreements); n > 0 {
		return fmt.Errorf("%s: %s otherwise than the solution", path, count(n, "position is valued", "positions are valued"))
	}
	return nil
}

func (a *app) printCheck(r *solveCheck) error {
	if a.json {
		return a.writeJSON(r)
	}
	for _, d := range r.Disagreements {
		printf(a.stdout, "%s:%d: %s\n  the file says      %s\n  the database says  %s\n", r.File, d.Line, d.Position, d.File, d.Database)
	}
	printf(a.stdout, "%d of %d agree\n", r.Agree, r.Positions)
	return nil
}
