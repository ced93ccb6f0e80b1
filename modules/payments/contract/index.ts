export { NUMBER_KINDS, NUMBER_LENGTH, type NumberKind, numberOf, readNumber } from './payment-number.ts'
