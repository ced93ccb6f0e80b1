export { type DnyMessage, type DnyReading, dnyRule, encodeDny, MAX_DNY_FRAME, parseDny } from './dny-frame.ts'
export { type DnyName, MESSAGES } from './layouts.ts'
