// Package version says which Gipfel this is and what it runs on. Both are stored with every run and file, so that a result
// can be traced to the code that made it.
package version

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Number is the number of the release.
const Number = "0.1.0"

// Info describes the binary.
type Info struct {
	// Version is the release, with what tells apart the builds between two releases: "0.1.0+1ac2f4a0c5d1.modified".
	Version string `json:"version"`
	// Revision is the commit that was built and Time its date (RFC 3339). Both are empty if the build did not record them,
	// as when it was not made in a checkout.
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	// Modified is true if the checkout had changes that were not committed.
	Modified bool `json:"modified"`
	// Go is the version of the toolchain, Platform what the binary runs on: "linux/amd64 v1".
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Get returns what is known about the running binary.
func Get() Info {
	build, ok := debug.ReadBuildInfo()
	if !ok { // a binary without module support; the build that ships has it
		build = &debug.BuildInfo{}
	}
	return fromBuild(build)
}

func fromBuild(build *debug.BuildInfo) Info {
	settings := map[string]string{}
	for _, s := range build.Settings {
		settings[s.Key] = s.Value
	}
	info := Info{
		Version:  Number,
		Revision: settings["vcs.revision"],
		Time:     settings["vcs.time"],
		Modified: settings["vcs.modified"] == "true",
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if level := settings["GO"+strings.ToUpper(runtime.GOARCH)]; level != "" {
		info.Platform += " " + level
	}
	if info.Revision != "" {
		info.Version += "+" + info.Revision[:min(12, len(info.Revision))]
		if info.Modified {
			info.Version += ".modified"
		}
	}
	return info
}

// String returns the version of the running binary, as in Info.
func String() string { return Get().Version }

// Machine describes the computer for the records of a run: "AMD EPYC 9B14, 4 processors, linux/amd64".
func Machine() string {
	parts := []string{count(runtime.NumCPU(), "processor"), runtime.GOOS + "/" + runtime.GOARCH}
	if f, err := os.Open("/proc/cpuinfo"); err == nil { // Linux; elsewhere the name is left out
		defer f.Close() //nolint:errcheck // nothing was written
		if name := processorName(f); name != "" {
			parts = append([]string{name}, parts...)
		}
	}
	return strings.Join(parts, ", ")
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// processorName finds the name of the first processor in the format of /proc/cpuinfo.
func processorName(r io.Reader) string {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return ""
}
