export type { ActionTable, CallOf, SystemActionOf } from './action-table.ts'
export {
  CORRECTABLE_SKEW_MS,
  type ClockInput,
  type ClockVerdict,
  type Completed,
  completeDraft,
  type Envelope,
  judgeClock,
  OFFLINE_AFTER_MS,
  OLDEST_BELIEVED_AT,
  TRUSTED_SKEW_MS,
} from './clock.ts'
export { type Codec, type CodecTables, createCodec, type ReadOk, type ReadRefused } from './codec.ts'
export { outcomeOfError, unreadableAnswer } from './command.ts'
export type {
  BuiltCommand,
  CommandOutcome,
  CommandStatus,
  ConfigurationValue,
  PileCommand,
  TriggerMessageName,
} from './command.ts'
export { readWattHours, scaleDecimal, scaleToInteger } from './decimal.ts'
export type {
  ConnectorState,
  DraftConnectorStatus,
  DraftDiagnosticsReported,
  DraftFact,
  DraftFaultRaised,
  DraftFirmwareReported,
  DraftMeterRead,
  DraftPileBooted,
  DraftSessionStarted,
  DraftSessionStopped,
  OtherReading,
  Sample,
  SampleContext,
  StartMethod,
  StartVerdict,
  TagVerdict,
} from './draft.ts'
export { type ErrorKind, errorWord, frameErrorKind, meansUnsupported } from './error-word.ts'
export {
  type Call,
  type CallError,
  type CallResult,
  type CallResultError,
  type Frame,
  type FrameProblem,
  type FrameQuirk,
  type FrameReason,
  MAX_ACTION_LENGTH,
  MAX_FRAME_LENGTH,
  MAX_MESSAGE_ID_LENGTH,
  MESSAGE_ID_LENGTH,
  MESSAGE_TYPE,
  type OcppVersion,
  type Send,
  UNREADABLE_MESSAGE_ID,
} from './frame.ts'
export { formatInstant, parseInstant } from './instant.ts'
export { type ExactNumbers, isJsonObject, type Json, type JsonObject } from './json.ts'
export type { MendRules } from './mend.ts'
export { parseFrame } from './parse-frame.ts'
export {
  type DeviceIdentity,
  NO_CONTEXT,
  QUIRK_TABLE,
  type QuirkEntry,
  type QuirkName,
  quirksOf,
  type ReadContext,
} from './quirks.ts'
export { collectSamples, DEFAULT_MEASURAND, type Reading, sampleContext } from './samples.ts'
export { MAX_DEPTH } from './scan-text.ts'
export { isSecretKey, isStationKey, mentionsSecret } from './secrets/secret-names.ts'
export { VEIL, veilFrame, veilSecrets } from './secrets/secrets.ts'
export { securityEventSeverity } from './security-event.ts'
export {
  createMessageIds,
  MAX_ERROR_DESCRIPTION,
  writeCall,
  writeError,
  writeProblem,
  writeResult,
} from './write-frame.ts'
export type { ReadingMend } from './reading-mends.ts'
