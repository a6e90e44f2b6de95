package ledger

import "testing"

// What one committed row costs, most of it waiting for the disk.
func BenchmarkAddShard(b *testing.B) {
	l, err := Create(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	n := uint64(0)
	for b.Loop() {
		n++
		if err := l.AddShard(b.Context(), testShard(1, n)); err != nil {
			b.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
}
