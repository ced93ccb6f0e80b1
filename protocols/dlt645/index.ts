export {
  type Control,
  type Dlt645Function,
  type Dlt645Message,
  type Dlt645Reading,
  dlt645Rule,
  encodeDlt645,
  MAX_DATA,
  MAX_DLT645_FRAME,
  parseDlt645,
  readControl,
} from './dlt645-frame.ts'
export { type Identifier, identifierOf } from './identifiers.ts'
