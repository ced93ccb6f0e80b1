/** Why a device could not be read; each has its text at `gateway.readProblem`. */
export const READ_PROBLEMS = [
  'unknown-host',
  'not-allowed',
  'no-connection',
  'closed',
  'no-answer',
  'bad-answer',
  'refused',
  'illegal-function',
  'illegal-address',
  'illegal-value',
  'device-failure',
  'device-busy',
  'gateway-path-unavailable',
  'gateway-target-silent',
  'too-slow',
  'stopped',
] as const
export type ReadProblemWord = (typeof READ_PROBLEMS)[number]

/** A device that cannot be read. Not a bug: it is shown to users, and the device is read again later. */
export class ReadProblem extends Error {
  readonly word: ReadProblemWord

  constructor(word: ReadProblemWord) {
    super(word)
    this.name = 'ReadProblem'
    this.word = word
  }
}

/** Returns whether the device itself answered: further questions make sense then. */
export function isRefusal(word: ReadProblemWord): boolean {
  return (
    word === 'refused' ||
    word === 'illegal-function' ||
    word === 'illegal-address' ||
    word === 'illegal-value' ||
    word === 'device-failure' ||
    word === 'device-busy'
  )
}
