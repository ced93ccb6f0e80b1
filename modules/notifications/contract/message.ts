/** Part of the inbox: current messages, or archived ones. */
export const BOXES = ['inbox', 'archive'] as const
export type Box = (typeof BOXES)[number]

/** Longest message from person to person, in characters. */
export const MAX_TEXT = 1_000

/** Topic of the live event that a person has a message. */
export const MESSAGE_NEWS = 'notifications.message'
