export { decoded, encoded, MAX_FIELDS, parseForm, writeForm } from './form.ts'
export {
  address,
  chinaTime,
  day,
  fenNumber,
  matching,
  MAX_WIRE_FEN,
  rfc3339,
  text,
  textInBytes,
  yuanText,
} from './kinds.ts'
export { readMessage, wireOf } from './message.ts'
export { PayError, type PayErrorCode } from './pay-error.ts'
export {
  isSignedSha256,
  keyOfCertificate,
  keysAt,
  readPrivateKey,
  readPublicKey,
  type SerialKey,
  signSha256,
} from './rsa.ts'
export { type JsonText, type JsonValue, MAX_DEPTH, OddNumber, parseJson, type Span } from './strict-json.ts'
export { type Body, bytesOf, fromBase64, MAX_BODY_BYTES, textOf } from './text.ts'
