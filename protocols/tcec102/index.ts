export {
  type DataVerdict,
  isEnvelope,
  MAX_CLOCK_DIFFERENCE_MS,
  MAX_ENVELOPE_LENGTH,
  parseTcec102,
  readHttpHead,
  type SignatureVerdict,
  type Tcec102Keys,
  type Tcec102Reading,
  writeRequest,
  writeResponse,
} from './envelope.ts'
export { INTERFACES, type InterfaceName } from './interfaces.ts'
export { type DataProblem, openData, sealData, signatureOf } from './secrets.ts'
