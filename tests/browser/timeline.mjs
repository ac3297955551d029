// Reads timelines: see README.md. Arguments: Perfetto's definitions or "", files.
import fs from 'node:fs';
import protobuf from 'protobufjs';

globalThis.window = globalThis;
globalThis.DOMRect = class {
  constructor(x, y, width, height) {
    Object.assign(this, {x, y, width, height});
  }
};

const [proto, ...files] = process.argv.slice(2);
let failures = 0;

function require(right, file, what) {
  if (!right) {
    failures++;
    console.error(`${file}: ${what}`);
  }
}

/** As Perfetto's trace processor reads it: every field known, tracks described, slices inside each other. */
function perfetto(file) {
  const root = new protobuf.Root();
  protobuf.parse(fs.readFileSync(proto, 'utf8'), root, {keepCase: true});
  const type = root.lookupType('perfetto.protos.Trace');
  const bytes = fs.readFileSync(file);
  const decoded = type.decode(bytes);
  require(type.encode(decoded).finish().length === bytes.length, file, 'has fields that the definitions do not know');
  const trace = type.toObject(decoded, {longs: Number, enums: String, bytes: String});
  const tracks = new Set(), open = new Map(), latest = new Map(), names = new Map();
  let slices = 0;
  for (const packet of trace.packet) {
    const sequence = packet.trusted_packet_sequence_id;
    if (packet.sequence_flags & 1) {
      names.set(sequence, new Set());
    }
    for (const name of packet.interned_data?.event_names ?? []) {
      names.get(sequence).add(name.iid);
    }
    if (packet.track_descriptor) {
      tracks.add(packet.track_descriptor.uuid);
      const parent = packet.track_descriptor.parent_uuid;
      require(parent === undefined || tracks.has(parent), file, `track ${packet.track_descriptor.uuid} has no parent`);
    }
    const event = packet.track_event;
    if (!event) {
      continue;
    }
    const track = event.track_uuid;
    require(tracks.has(track), file, `track ${track} is not described`);
    require(packet.timestamp >= (latest.get(track) ?? 0), file, `track ${track} goes back at ${packet.timestamp}`);
    latest.set(track, packet.timestamp);
    if (event.type === 'TYPE_SLICE_BEGIN') {
      slices++;
      open.set(track, (open.get(track) ?? 0) + 1);
      require(event.name || names.get(sequence)?.has(event.name_iid), file, `a slice at ${packet.timestamp} has no name`);
    } else if (event.type === 'TYPE_SLICE_END') {
      open.set(track, (open.get(track) ?? 0) - 1);
      require(open.get(track) >= 0, file, `a slice ends at ${packet.timestamp} that has not begun`);
    }
  }
  require([...open.values()].every(count => count === 0), file, 'a slice does not end');
  require(slices > 0, file, 'is empty');
  return `${slices} slices on ${tracks.size} tracks`;
}

/** As Chrome DevTools' performance panel reads it. */
async function chrome(file) {
  const {Processor} = await import('@paulirish/trace_engine');
  const {Trace, TreeHelpers} = await import('@paulirish/trace_engine/models/trace/helpers/helpers.js');
  const events = JSON.parse(fs.readFileSync(file, 'utf8')).traceEvents;
  const engine = Processor.TraceProcessor.createWithAllHandlers();
  await engine.parse(events, {});
  const tracks = new Map();
  for (const event of events.filter(one => one.ph === 'X')) {
    const key = `${event.pid}/${event.tid}`;
    tracks.set(key, [...(tracks.get(key) ?? []), event]);
  }
  let slices = 0;
  for (const [key, ofTrack] of tracks) {
    Trace.sortTraceEventsInPlace(ofTrack);
    const {entryToNode} = TreeHelpers.treify(ofTrack, {filter: {has: () => true}});
    require(entryToNode.size === ofTrack.length, file, `events of ${key} overlap`);
    slices += entryToNode.size;
  }
  require(slices > 0, file, 'is empty');
  return `${slices} slices on ${tracks.size} tracks`;
}

for (const file of files) {
  if (file.endsWith('.json')) {
    console.log(`${file}: ${await chrome(file)}`);
  } else if (proto) {
    console.log(`${file}: ${perfetto(file)}`);
  } else {
    require(false, file, 'needs --proto perfetto_trace.proto');
  }
}
process.exit(failures ? 1 : 0);
