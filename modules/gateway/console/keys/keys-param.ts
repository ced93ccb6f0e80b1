/** Parameter of `/device/devicePole` that opens the keys of piles without one: `all`, or the id of a station. */
export const KEYS_PARAM = 'keys'
