export {
  ADDRESSES,
  exceptionOf,
  FUNCTION_CODES,
  functionOf,
  MAX_READ_BITS,
  MAX_READ_REGISTERS,
  MAX_WRITE_BITS,
  MAX_WRITE_REGISTERS,
  type ModbusException,
  type ModbusFunction,
} from './functions.ts'
export {
  type ModbusRequest,
  type ModbusResponse,
  type PduProblem,
  type PduReading,
  readRequest,
  readResponse,
  writeRequest,
  writeResponse,
} from './pdu.ts'
export { MAX_MODBUS_FRAME, MODBUS_PORT, type ModbusFrame, modbusRule, readFrame, writeFrame } from './tcp-frame.ts'
