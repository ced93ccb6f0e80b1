export { MESSAGES, type YkcName } from './layouts.ts'
export { encodeYkc, MAX_YKC_FRAME, parseYkc, type YkcMessage, type YkcReading, ykcRule } from './ykc-frame.ts'
