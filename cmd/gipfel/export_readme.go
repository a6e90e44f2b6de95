package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
)

//go:embed export_readme.md.tmpl
var exportReadmeText string

var exportReadmeTemplate = template.Must(template.New(exportReadme).Funcs(template.FuncMap{
	"join":      func(list any) string { return listText(list, ", ") },
	"joinMoves": func(list any) string { return listText(list, " ") },
}).Parse(exportReadmeText))

// listText writes a slice with something between its elements.
func listText(list any, between string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", between)
}

// readmeInput is a plane of the example that is not all zero.
type readmeInput struct {
	Plane       int
	Name, Cells string
}

// writeExportReadme writes the page for whoever writes a front-end. check is the number of positions in check.bin.
func writeExportReadme(w io.Writer, card *exportInfo, examples []examplePart, check int) error {
	example := &examples[1] // the first is the start
	err := exportReadmeTemplate.Execute(w, map[string]any{
		"Card": card, "Example": example, "Examples": len(examples), "Check": check,
		"Top": example.top(5), "Inputs": nonZeroInputs(card, example), "FirstExtras": firstExtras(card), "Value": valueText(card.Game.Players),
		"Chance": slices.ContainsFunc(card.Policy.Extra, func(name string) bool { return strings.HasPrefix(name, chancePrefix) }),
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", exportReadme, err)
	}
	return nil
}

// nonZeroInputs lists the planes of a position, with their cells by name; a plane that is the same everywhere is not spelt out.
func nonZeroInputs(card *exportInfo, p *examplePart) []readmeInput {
	var list []readmeInput
	planes := len(card.Input.Planes)
	for i, plane := range card.Input.Planes {
		first, everywhere := p.Planes[i], true
		var cells []string
		for cell, name := range card.Policy.Cells {
			v := p.Planes[cell*planes+i]
			everywhere = everywhere && v == first
			switch v {
			case 0:
			case 1:
				cells = append(cells, name)
			default:
				cells = append(cells, fmt.Sprintf("%s=%v", name, v))
			}
		}
		text := strings.Join(cells, " ")
		if everywhere {
			text = fmt.Sprintf("%v everywhere", first)
		}
		if len(cells) > 0 {
			list = append(list, readmeInput{plane.Plane, plane.Name, text})
		}
	}
	return list
}

// firstExtras lists the extra actions with their numbers.
func firstExtras(card *exportInfo) string {
	var list []string
	for i, name := range card.Policy.Extra {
		list = append(list, fmt.Sprintf("%d is “%s”", card.Policy.FirstExtra+i, name))
	}
	return strings.Join(list, ", ")
}

// valueText is game.Utility as a formula.
func valueText(players int) string {
	if players == 2 {
		return "`outcome[0] - outcome[1]`"
	}
	return fmt.Sprintf("`outcome[0] - (1 - outcome[0] - outcome[%d]) / %d`", players, players-1)
}
