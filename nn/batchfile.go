package nn

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"gipfel/nn/internal/sealed"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

var batchFile = sealed.Kind{Name: "batch", Magic: "GIPFELBT", Version: 1, MaxSize: maxFile}

// SaveBatch keeps a batch that training refused, whatever it holds, for somebody to find out why. step is the number of
// training steps before it.
func SaveBatch(path string, s Spec, step uint64, b *Batch) error {
	payload, err := proto.Marshal(&gipfelv1.TrainingBatch{
		Spec: specToProto(s), Step: step, Size: uint32(b.N),
		Inputs: b.Inputs, Illegal: b.Illegal,
		Policy: b.Policy, PolicyWeight: b.PolicyWeight,
		Outcome: b.Outcome, OutcomeWeight: b.OutcomeWeight,
		Reply: b.Reply, ReplyWeight: b.ReplyWeight,
		Owner: b.Owner, OwnerWeight: b.OwnerWeight,
		Margin: b.Margin, MarginWeight: b.MarginWeight,
		MovesLeft: b.MovesLeft, MovesLeftWeight: b.MovesLeftWeight,
	})
	if err != nil {
		return fmt.Errorf("save batch: %s: %w", path, err)
	}
	return batchFile.Write(path, payload)
}

// LoadBatch reads what SaveBatch wrote.
func LoadBatch(path string) (s Spec, step uint64, b *Batch, err error) {
	payload, _, err := batchFile.Read(path)
	if err != nil {
		return Spec{}, 0, nil, err
	}
	var m gipfelv1.TrainingBatch
	if err := proto.Unmarshal(payload, &m); err != nil {
		return Spec{}, 0, nil, fmt.Errorf("read batch: %s: payload: %w", path, err)
	}
	s = specFromProto(m.GetSpec())
	if err := s.Validate(); err != nil {
		return Spec{}, 0, nil, fmt.Errorf("read batch: %s: %w", path, err)
	}
	return s, m.GetStep(), &Batch{
		N: int(m.GetSize()), Inputs: m.GetInputs(), Illegal: m.GetIllegal(),
		Policy: m.GetPolicy(), PolicyWeight: m.GetPolicyWeight(),
		Outcome: m.GetOutcome(), OutcomeWeight: m.GetOutcomeWeight(),
		Reply: m.GetReply(), ReplyWeight: m.GetReplyWeight(),
		Owner: m.GetOwner(), OwnerWeight: m.GetOwnerWeight(),
		Margin: m.GetMargin(), MarginWeight: m.GetMarginWeight(),
		MovesLeft: m.GetMovesLeft(), MovesLeftWeight: m.GetMovesLeftWeight(),
	}, nil
}
