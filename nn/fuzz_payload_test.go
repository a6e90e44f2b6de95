package nn

import (
	"testing"

	"google.golang.org/protobuf/proto"
)

// FuzzPayload begins behind the checksum, which mutations hardly ever get right.
func FuzzPayload(f *testing.F) {
	w, err := Init(Spec{
		Game: "tiny", Width: 1, Height: 1, InputPlanes: 1, PolicyPlanes: 1, Players: 2,
		Channels: 1, PolicyChannels: 1, ValueChannels: 1, ValueHidden: 1,
	}, 1)
	if err != nil {
		f.Fatal(err)
	}
	payload, err := proto.Marshal(ToProto(w))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Fuzz(func(t *testing.T, payload []byte) {
		if w, err := parse(payload); err == nil && w.Check() != nil {
			t.Errorf("accepted weights that are wrong: %v", w.Check())
		}
	})
}
