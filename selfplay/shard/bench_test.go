package shard

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gipfel/game"
)

// benchGames returns records of about the size that real games have: 80 plies, a quarter of them searched in full among 40
// legal actions.
func benchGames(n int) []*Record {
	rng := rand.New(rand.NewPCG(1, 1))
	records := make([]*Record, n)
	for i := range records {
		r := &Record{Number: uint64(i), Ending: "board full"}
		for ply := range 80 {
			p := Ply{Action: game.Action(rng.IntN(500)), Simulations: 50, Weight: 1, Value: distribution(rng, 3)}
			if p.Full = ply%4 == 0; p.Full {
				for a, w := range distribution(rng, 40) {
					p.Policy = append(p.Policy, Weight{game.Action(12 * a), w})
				}
			}
			r.Plies = append(r.Plies, p)
		}
		records[i] = r
	}
	return records
}

func addAll(b *testing.B, w *Writer, records []*Record) {
	b.Helper()
	for _, r := range records {
		if err := w.Add(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	records := benchGames(500)
	var info Info
	for b.Loop() {
		w, err := create(&memoryDisk{}, "a", testHeader())
		if err != nil {
			b.Fatal(err)
		}
		addAll(b, w, records)
		if info, err = w.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(info.Bytes)/float64(len(records)), "bytes/game")
	b.ReportMetric(float64(b.N*len(records))/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkRead(b *testing.B) {
	records := benchGames(500)
	path := filepath.Join(b.TempDir(), "a"+Extension)
	w, err := Create(path, testHeader())
	if err != nil {
		b.Fatal(err)
	}
	addAll(b, w, records)
	if _, err := w.Commit(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, got, err := ReadAll(path); err != nil || len(got) != len(records) {
			b.Fatalf("%d games, %v", len(got), err)
		}
	}
	b.ReportMetric(float64(b.N*len(records))/b.Elapsed().Seconds(), "games/s")
}
