package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"

	"gipfel/internal/durable"
)

// A file holds the codes of all indices, in blocks that can be read one by one. Integers are little-endian.
//
//	offset  size  content
//	0       8     magic "GIPFELAV"
//	8       4     format version, 1
//	12      4     version of the rules, that of atimo-5x5
//	16      2     size of the board
//	18      2     Masses of each player
//	20      4     n, the number of indices
//	24      4     s, the number of indices in a block; the last block may have fewer
//	28      4     CRC-32C of everything before
//	32      8·B   for each of the B = ⌈n/s⌉ blocks: its length in bytes, and the CRC-32C of these bytes
//	32+8·B  4     CRC-32C of everything before
//	36+8·B  …     the blocks, end to end: zstd frames of a byte an index, see code
//
// The file ends with the last block.
const (
	magic      = "GIPFELAV"
	version    = 1
	headerSize = 28
	entrySize  = 8
	sumSize    = 4
	tableStart = headerSize + sumSize

	// blockSize is the number of indices in a block that this program writes, and maxBlock the largest that it reads.
	blockSize = 1 << 16
	maxBlock  = 1 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// entry is what a file says of a block, and where the block begins.
type entry struct {
	offset, length int
	sum            uint32
}

// WriteFile writes a database to a file, in place of what was there, and returns the size in bytes. A crash leaves the old
// file or the new one.
func (d *DB) WriteFile(path string) (size int, err error) {
	var codes []code
	for n := range d.blocks {
		part, err := d.block(n)
		if err != nil {
			return 0, err
		}
		codes = append(codes, part...)
	}
	data := encode(d.board, codes, blockSize)
	if err := durable.WriteFile(path, data); err != nil {
		return 0, fmt.Errorf("write the database: %w", err)
	}
	return len(data), nil
}

// CheckOut says why a database should not be written to a path: the file could not be written, or one is there that is neither
// empty nor a database, and would be lost.
func CheckOut(path string) error {
	if err := durable.Check(path); err != nil {
		return err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	begin, err := io.ReadAll(io.LimitReader(f, int64(len(magic))))
	if err != nil {
		return err
	}
	if len(begin) > 0 && string(begin) != magic {
		return fmt.Errorf("%s exists and is no database of values of Atimo; it would be lost", path)
	}
	return nil
}

// encode returns the bytes of a file with so many codes in a block.
func encode(b *board, codes []code, size int) []byte {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		panic(fmt.Sprintf("solve: set up zstd: %v", err)) // the options are right or wrong for good
	}
	put := binary.LittleEndian.AppendUint32
	data := put(put([]byte(magic), version), uint32(solved.Version))
	data = put(data, uint32(b.size)|uint32(b.masses)<<16)
	data = put(put(data, uint32(len(codes))), uint32(size))
	data = put(data, checksum(data))
	var blocks []byte
	for low := 0; low < len(codes); low += size {
		from := len(blocks)
		blocks = e.EncodeAll(codes[low:min(low+size, len(codes))], blocks)
		data = put(put(data, uint32(len(blocks)-from)), checksum(blocks[from:]))
	}
	data = put(data, checksum(data))
	return append(data, blocks...)
}

// decodeTable reads what comes before the blocks of a file for a board: how many indices a block has, and where the blocks are.
// It checks that the file is as long as that says, but does not look at the blocks. Errors begin with the offset of what is
// wrong.
func decodeTable(b *board, data []byte) (size int, blocks []entry, err error) {
	if size, err = decodeHeader(b, data); err != nil {
		return 0, nil, err
	}
	number := func(offset int) int { return int(binary.LittleEndian.Uint32(data[offset:])) }
	count := (int(b.indices) + size - 1) / size
	end := tableStart + count*entrySize
	if len(data) < end+sumSize {
		return 0, nil, fmt.Errorf("offset %d: the file ends early, within its table of blocks", len(data))
	}
	if uint32(number(end)) != checksum(data[:end]) {
		return 0, nil, fmt.Errorf("offset %d: checksum mismatch: the table of blocks before it is damaged", end)
	}
	offset := end + sumSize
	for at := tableStart; at < end; at += entrySize {
		blocks = append(blocks, entry{offset, number(at), uint32(number(at + 4))})
		offset += number(at)
	}
	switch {
	case len(data) < offset:
		return 0, nil, fmt.Errorf("offset %d: the file ends early: its table of blocks announces %d bytes in all", len(data), offset)
	case len(data) > offset:
		return 0, nil, fmt.Errorf("offset %d: the file should end here, as its table of blocks says", offset)
	}
	return size, blocks, nil
}

// decodeHeader reads the header of a file for a board and returns how many indices a block has.
func decodeHeader(b *board, data []byte) (size int, err error) {
	if n := min(len(data), len(magic)); string(data[:n]) != magic[:n] {
		return 0, fmt.Errorf("offset 0: no database of values of Atimo: it begins with %q, want %q", data[:n], magic)
	}
	if len(data) < tableStart {
		return 0, fmt.Errorf("offset %d: the file ends early, within its header", len(data))
	}
	number := func(offset int) int { return int(binary.LittleEndian.Uint32(data[offset:])) }
	if v := number(8); v != version {
		return 0, fmt.Errorf("offset 8: format version %d, want %d", v, version)
	}
	if uint32(number(headerSize)) != checksum(data[:headerSize]) {
		return 0, fmt.Errorf("offset %d: checksum mismatch: the header before it is damaged", headerSize)
	}
	boardSize, masses := number(16)&0xffff, number(16)>>16
	size = number(24)
	switch {
	case number(12) != solved.Version:
		return 0, fmt.Errorf("offset 12: version %d of the rules, want %d", number(12), solved.Version)
	case boardSize != b.size || masses != b.masses:
		return 0, fmt.Errorf("offset 16: a board of %d×%d and %d Masses each, want %d×%d and %d", boardSize, boardSize, masses,
			b.size, b.size, b.masses)
	case number(20) != int(b.indices):
		return 0, fmt.Errorf("offset 20: %d indices, want %d", number(20), b.indices)
	case size < 1 || size > maxBlock:
		return 0, fmt.Errorf("offset 24: %d indices in a block, want 1 to %d", size, maxBlock)
	}
	return size, nil
}

// decodeBlock returns the codes of a block of so many indices.
func decodeBlock(z *zstd.Decoder, data []byte, e entry, indices int) ([]code, error) {
	raw := data[e.offset : e.offset+e.length]
	if checksum(raw) != e.sum {
		return nil, fmt.Errorf("offset %d: checksum mismatch: the block of %d bytes is damaged", e.offset, e.length)
	}
	codes, err := z.DecodeAll(raw, make([]code, 0, indices))
	if err != nil {
		return nil, fmt.Errorf("offset %d: decompress the block: %w", e.offset, err)
	}
	if len(codes) != indices {
		return nil, fmt.Errorf("offset %d: the block has %d indices, want %d", e.offset, len(codes), indices)
	}
	return codes, nil
}
