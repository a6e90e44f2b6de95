package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gipfel/game"
	"gipfel/internal/version"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/nn/onnx"
)

// The files of an export.
const (
	exportModel   = "model.onnx"
	exportCard    = "card.json"
	exportReadme  = "README.md"
	exportExample = "example.json"
	exportCheck   = "check.json"
	exportNumbers = "check.bin"
)

// exported is what an export has written.
type exported struct {
	Dir string `json:"dir"`
	// Files are the names of all files.
	Files []string    `json:"files"`
	Card  *exportInfo `json:"card"`
}

// export is a net on its way into a folder.
type export struct {
	game    *game.Game
	weights *nn.Weights
	model   nn.Model // what plays, which the file must agree with
	seed    uint64
}

// exportONNX writes all files of an export, or none.
func (a *app) exportONNX(ctx context.Context, o exportOptions) (*exported, error) {
	player, err := parsePlayer(o.model, 1)
	switch {
	case err != nil:
		return nil, err
	case len(player.options) > 0:
		return nil, &usageError{fmt.Errorf("--model %s: options behind a comma are for matches", o.model)}
	case player.weights() == nil:
		return nil, &usageError{fmt.Errorf("--model %s: want a weights file or a run directory", o.model)}
	}
	g, err := gameOf("", player)
	if err != nil {
		return nil, err
	}
	model, err := native.New(player.weights())
	if err != nil {
		return nil, err
	}
	folder, err := beginFolder(o.out)
	if err != nil {
		return nil, err
	}
	defer folder.abandon()
	a.log.Info("comparing the file with the net", "positions", o.positions)
	e := &export{game: g, weights: player.weights(), model: model, seed: o.seed}
	card, err := e.write(ctx, folder, o)
	if err != nil {
		return nil, err
	}
	if !card.Verification.Varied {
		a.log.Warn("the net says the same of all positions, as an untrained one does, so that the comparison says little", "model", o.model)
	}
	if err := folder.publish(); err != nil {
		return nil, err
	}
	return &exported{Dir: o.out, Files: folder.files, Card: card}, nil
}

// write fills the folder.
func (e *export) write(ctx context.Context, folder *folder, o exportOptions) (*exportInfo, error) {
	data, err := onnx.Export(e.weights, e.metadata())
	if err != nil {
		return nil, err
	}
	if err := folder.write(exportModel, data); err != nil {
		return nil, err
	}
	sampled, err := samplePositions(ctx, e.game, max(o.positions, o.check), e.seed)
	if err != nil {
		return nil, err
	}
	report, err := e.verify(ctx, folder.path(exportModel), sampled[:o.positions])
	if err != nil {
		return nil, err
	}
	if o.check > 0 {
		if err := e.writeCheck(folder, sampled[:o.check]); err != nil {
			return nil, err
		}
	}
	examples, err := e.examples(sampled[:o.positions])
	if err != nil {
		return nil, err
	}
	if err := folder.writeJSON(exportExample, exampleFile{e.game.Name, examples}); err != nil {
		return nil, err
	}
	card := e.card(data, examples, report)
	var readme bytes.Buffer
	if err := writeExportReadme(&readme, card, examples, o.check); err != nil {
		return nil, err
	}
	if err := folder.write(exportReadme, readme.Bytes()); err != nil {
		return nil, err
	}
	card.Files = folder.checksums()
	var text bytes.Buffer
	if err := encodeJSON(&text, card); err != nil {
		return nil, err
	}
	return card, folder.write(exportCard, text.Bytes())
}

// metadata is what the file says of itself.
func (e *export) metadata() onnx.Metadata {
	m := onnx.Metadata{
		Version: version.String(), Title: e.game.Title, Author: e.game.Author, Seats: e.game.SeatNames, ExtraActions: extraNames(e.game),
	}
	for _, p := range e.game.Planes {
		m.Planes = append(m.Planes, p.Name)
	}
	for _, p := range e.game.ActionPlanes {
		m.ActionPlanes = append(m.ActionPlanes, p.Name)
	}
	return m
}

// verify reads the file from the disk and compares it with what plays.
func (e *export) verify(ctx context.Context, path string, positions []sampledPosition) (*onnx.Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	inputs := make([][]float32, len(positions))
	for i := range positions {
		inputs[i] = positions[i].input
	}
	report, err := onnx.Verify(ctx, data, e.model, inputs)
	if err != nil {
		return nil, fmt.Errorf("the exported file: %w", err)
	}
	return report, nil
}

func (a *app) printExport(r *exported) error {
	if a.json {
		return a.writeJSON(r)
	}
	c, v := r.Card, r.Card.Verification
	printf(a.stdout, "%s, training step %d: %s of %.1f kB, SHA-256 %s\n",
		c.Game.Name, c.Model.TrainingStep, exportModel, float64(c.Model.Bytes)/1000, c.Model.SHA256)
	printf(a.stdout, "Compared on %d positions in batches of %s: logits differ by at most %.1g, outcomes by %.1g (allowed: %.0g)\n",
		v.Positions, strings.Trim(strings.ReplaceAll(fmt.Sprint(v.Batches), " ", ", "), "[]"), v.Policy, v.Outcome, v.Tolerance)
	printf(a.stdout, "Written: %s; begin with %s\n", strings.Join(r.Files, ", "), filepath.Join(r.Dir, exportReadme))
	return nil
}
