package version

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestFromBuild(t *testing.T) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	tests := []struct {
		name     string
		settings map[string]string
		want     Info
	}{
		{"nothing recorded", nil, Info{Version: Number, Platform: platform}},
		{"clean checkout", map[string]string{
			"vcs.revision": "1ac2f4a0c5d1e6b7", "vcs.time": "2026-11-30T04:16:32Z", "vcs.modified": "false",
			"GO" + strings.ToUpper(runtime.GOARCH): "v3",
		}, Info{
			Version: Number + "+1ac2f4a0c5d1", Revision: "1ac2f4a0c5d1e6b7", Time: "2026-11-30T04:16:32Z", Platform: platform + " v3",
		}},
		{"changed checkout", map[string]string{"vcs.revision": "1ac2", "vcs.modified": "true"},
			Info{Version: Number + "+1ac2.modified", Revision: "1ac2", Modified: true, Platform: platform}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			build := &debug.BuildInfo{}
			for key, value := range test.settings {
				build.Settings = append(build.Settings, debug.BuildSetting{Key: key, Value: value})
			}
			test.want.Go = runtime.Version()
			if got := fromBuild(build); got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestNumberIsARelease(t *testing.T) {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(Number) {
		t.Errorf("%q is not major.minor.patch", Number)
	}
	if !strings.HasPrefix(String(), Number) {
		t.Errorf("String() = %q does not begin with %q", String(), Number)
	}
}

func TestMachine(t *testing.T) {
	if got := Machine(); !regexp.MustCompile(`(^|, )\d+ processors?, ` + runtime.GOOS + "/" + runtime.GOARCH + "$").MatchString(got) {
		t.Errorf("Machine() = %q", got)
	}
}

func TestProcessorName(t *testing.T) {
	tests := []struct{ text, want string }{
		{"processor\t: 0\nmodel name\t: Some  CPU   @ 2GHz\nmodel name\t: another\n", "Some CPU @ 2GHz"},
		{"processor: 0\nmodel: 3\n", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := processorName(strings.NewReader(test.text)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
