/** Which part of the inbox: what is to be dealt with, or what was put away. */
export const BOXES = ['inbox', 'archive'] as const
export type Box = (typeof BOXES)[number]

/** Longest message from person to person, in characters. */
export const MAX_TEXT = 1_000

/** Topic of the live news that somebody has a message. */
export const MESSAGE_NEWS = 'notifications.message'
