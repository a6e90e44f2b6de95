package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gipfel/game/catalog"
)

// rulesPage is docs/rules.md taken apart.
type rulesPage struct {
	text string
	// commands are those of the console blocks, each with the output that the page shows.
	commands []shownCommand
	// tables are the rows of the tables whose first column's title is "move in `VARIANT`" or "position of `VARIANT`".
	tables []exampleTable
	// prose is what stands outside of blocks and tables.
	prose string
}

type shownCommand struct{ command, output string }

type exampleTable struct {
	kind    string // "move in" or "position of"
	variant string
	rows    [][]string
}

var tableTitle = regexp.MustCompile("^(move in|position of) `(.+)`$")

func readRulesPage(t *testing.T) *rulesPage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := &rulesPage{text: string(data)}
	inBlock, inTable := false, false
	for line := range strings.Lines(page.text) {
		line = strings.TrimSuffix(line, "\n")
		wasInTable := inTable
		inTable = !inBlock && strings.HasPrefix(line, "|")
		switch {
		case strings.HasPrefix(line, "```"):
			inBlock = !inBlock
			if inBlock && line != "```console" {
				t.Errorf("a block begins with %s; want ```console, whose commands are run", line)
			}
		case inBlock:
			page.addShown(line)
		case inTable:
			page.addRow(line, !wasInTable)
		default:
			page.prose += line + "\n"
		}
	}
	return page
}

func (p *rulesPage) addShown(line string) {
	if command, ok := strings.CutPrefix(line, "$ "); ok {
		p.commands = append(p.commands, shownCommand{command: command})
	} else if n := len(p.commands); n > 0 {
		p.commands[n-1].output += line + "\n"
	}
}

// addRow adds a row to the tables of examples; other tables are kept as tables of no kind.
func (p *rulesPage) addRow(line string, first bool) {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if first {
		table := exampleTable{}
		if title := tableTitle.FindStringSubmatch(cells[0]); title != nil {
			table.kind, table.variant = title[1], title[2]
		}
		p.tables = append(p.tables, table)
		return
	}
	if table := &p.tables[len(p.tables)-1]; !strings.HasPrefix(cells[0], "---") {
		table.rows = append(table.rows, cells)
	}
}

// TestRulesCommands runs the commands that the page shows: they must print what it says.
func TestRulesCommands(t *testing.T) {
	page := readRulesPage(t)
	if len(page.commands) == 0 {
		t.Fatal("there are no commands")
	}
	for _, shown := range page.commands {
		words := splitWords(shown.command)
		if len(words) == 0 || words[0] != "gipfel" {
			t.Errorf("%q does not call gipfel", shown.command)
			continue
		}
		if got := runQuietly(t, words[1:]...); got != shown.output {
			t.Errorf("%s prints\n%sThe page says\n%s", shown.command, got, shown.output)
		}
	}
}

// TestRulesExamples plays the moves and reads the positions of the tables.
func TestRulesExamples(t *testing.T) {
	examples := map[string]int{}
	for _, table := range readRulesPage(t).tables {
		if table.kind == "" {
			continue
		}
		g, err := catalog.ByName(table.variant)
		if err != nil {
			t.Error(err)
			continue
		}
		examples[g.Title+" "+table.kind] += len(table.rows)
		for _, row := range table.rows {
			moves, position := "", row[0]
			if table.kind == "move in" {
				moves, position = strings.Trim(row[0], "`"), row[1]
			}
			if _, err := positionFrom(g, exampleText(position), moves); err != nil {
				t.Errorf("%s %s, %v: %v", table.kind, table.variant, row, err)
			}
		}
	}
	for _, title := range []string{"Ataxx", "Atimo", "XIMA"} {
		for _, kind := range []string{"move in", "position of"} {
			if examples[title+" "+kind] == 0 {
				t.Errorf("there is no example of %s: no table %q", title, kind)
			}
		}
	}
}

// exampleText returns the position of a table's cell, "" for the start.
func exampleText(cell string) string {
	if cell == "start" {
		return ""
	}
	return strings.Trim(cell, "`")
}

// moveLike is what a reader takes for a move, and cellLike for a cell.
var (
	inlineCode = regexp.MustCompile("`([^`\n]+)`")
	moveLike   = regexp.MustCompile(`^([CM][a-z]\d|[-=]?[a-zA-Z]\d+x?([a-zA-Z]\d+)?(/\d)?|0000|TOP|pass|stop|roll.*)$`)
	cellLike   = regexp.MustCompile(`^[a-zA-Z]\d+$`)
)

// TestRulesProse looks at the moves that the text mentions: all must be among the examples.
func TestRulesProse(t *testing.T) {
	page := readRulesPage(t)
	var known []string
	for _, table := range page.tables {
		if table.kind == "move in" {
			for _, row := range table.rows {
				known = append(known, strings.Fields(strings.Trim(row[0], "`"))...)
			}
		}
	}
	for _, code := range inlineCode.FindAllStringSubmatch(page.prose, -1) {
		if moveLike.MatchString(code[1]) && !cellLike.MatchString(code[1]) && !slices.Contains(known, code[1]) {
			t.Errorf("the move %s is not in a table of moves", code[0])
		}
	}
}

// TestRulesAreComplete looks for what the page must have: every variant, every author, and every picture that is made.
func TestRulesAreComplete(t *testing.T) {
	page := readRulesPage(t)
	for _, g := range catalog.All() {
		if !strings.Contains(page.text, "`"+g.Name+"`") {
			t.Errorf("the variant %s is missing", g.Name)
		}
		for author := range strings.SplitSeq(g.Author, " and ") {
			if !strings.Contains(page.text, author) {
				t.Errorf("%s, an author of %s, is missing", author, g.Title)
			}
		}
	}
	var used []string
	for _, link := range regexp.MustCompile(`!\[([^]]*)\]\(pictures/([^)]*)\)`).FindAllStringSubmatch(page.text, -1) {
		if link[1] == "" {
			t.Errorf("%s has no description", link[2])
		}
		used = append(used, link[2])
	}
	for _, command := range pictureCommands(t) {
		if name := filepath.Base(command); !slices.Contains(used, name) && !strings.HasPrefix(name, solvedPictures) {
			t.Errorf("the picture %s is not on the page", name)
		}
	}
	for _, name := range used {
		if _, err := os.Stat(filepath.Join(pictures, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestRulesExamplesCanFail keeps the reader of the page from going blind.
func TestRulesExamplesCanFail(t *testing.T) {
	var page rulesPage
	page.addRow("| move in `ataxx` | position | meaning |", true)
	page.addRow("|---|---|---|", false)
	page.addRow("| `g1g5` | start | too far |", false)
	table := page.tables[0]
	if table.kind != "move in" || table.variant != "ataxx" || len(table.rows) != 1 {
		t.Fatalf("the table is read as %+v", table)
	}
	g, err := catalog.ByName(table.variant)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := positionFrom(g, exampleText(table.rows[0][1]), strings.Trim(table.rows[0][0], "`")); err == nil {
		t.Error("an illegal move is accepted")
	}
}
