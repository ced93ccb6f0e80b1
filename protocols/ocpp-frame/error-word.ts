import type { FrameReason, OcppVersion } from './frame.ts'

/** Why a call is refused, independent of the version. */
export type ErrorKind =
  | 'not-implemented'
  | 'not-supported'
  | 'framework'
  | 'message-type'
  | 'format'
  | 'occurrence'
  | 'type'
  | 'property'
  | 'protocol'
  | 'security'
  | 'internal'
  | 'generic'

/**
 * CALLERROR codes. OCPP-J 1.6 §4.2.3 has none for a broken frame or an unknown message type, and spells `Occurence` with one r;
 * OCPP-J 2.0.1 §4.3 renamed FormationViolation and added two codes.
 */
const WORDS: Record<OcppVersion, Record<ErrorKind, string>> = {
  'ocpp1.6': {
    'not-implemented': 'NotImplemented',
    'not-supported': 'NotSupported',
    framework: 'FormationViolation',
    'message-type': 'GenericError',
    format: 'FormationViolation',
    occurrence: 'OccurenceConstraintViolation',
    type: 'TypeConstraintViolation',
    property: 'PropertyConstraintViolation',
    protocol: 'ProtocolError',
    security: 'SecurityError',
    internal: 'InternalError',
    generic: 'GenericError',
  },
  'ocpp2.0.1': {
    'not-implemented': 'NotImplemented',
    'not-supported': 'NotSupported',
    framework: 'RpcFrameworkError',
    'message-type': 'MessageTypeNotSupported',
    format: 'FormatViolation',
    occurrence: 'OccurrenceConstraintViolation',
    type: 'TypeConstraintViolation',
    property: 'PropertyConstraintViolation',
    protocol: 'ProtocolError',
    security: 'SecurityError',
    internal: 'InternalError',
    generic: 'GenericError',
  },
}

/** CALLERROR code for this kind of refusal in this version. */
export function errorWord(version: OcppVersion, kind: ErrorKind): string {
  return WORDS[version][kind]
}

/**
 * Returns the kind of refusal for a frame problem. A payload that is no object is a format error, everything before it
 * the frame's.
 */
export function frameErrorKind(reason: FrameReason): ErrorKind {
  switch (reason) {
    case 'unknown-message-type':
      return 'message-type'
    case 'duplicate-key':
    case 'number-out-of-range':
    case 'bad-payload':
    case 'bad-action':
      return 'format'
    case 'too-long':
    case 'too-deep':
    case 'not-json':
    case 'not-a-frame':
    case 'bad-message-id':
    case 'bad-length':
      return 'framework'
  }
}

/** Whether a CALLERROR means that the other side does not support the action, in any version's spelling. */
export function meansUnsupported(code: string): boolean {
  return code === 'NotImplemented' || code === 'NotSupported'
}
