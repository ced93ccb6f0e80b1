export {
  ADDRESSES,
  EXCEPTION_WORDS,
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
export {
  MODBUS_LAYOUTS,
  type ModbusReading,
  type ModbusRole,
  parseModbusRtu,
  parseModbusTcp,
} from './parse-frame.ts'
export { MAX_RTU_FRAME, readRtu, type RtuFrame, rtuPieces, writeRtu } from './rtu-frame.ts'
export { MAX_MODBUS_FRAME, MODBUS_PORT, type ModbusFrame, modbusRule, readFrame, writeFrame } from './tcp-frame.ts'
