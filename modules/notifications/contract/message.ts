/** What a message tells; each has its words at `notifications.kind.<kind>`. */
export const MESSAGE_KINDS = ['approvalAsked', 'approvalDecided', 'accountAsked', 'booksWrong'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A message as its reader gets it, in their language. */
export interface Message {
  id: string
  kind: MessageKind
  title: string
  text: string
  /** Address in the console where it is dealt with; null when there is nothing to do. */
  link: string | null
  /** Epoch ms. */
  createdAt: number
  /** The contract's flag (§3): '0' unread, '1' read. */
  readFlag: '0' | '1'
}

/** Answer of `GET /chg/api/msg/list`. */
export interface MessageList {
  list: Message[]
  /** How many are unread, those beyond the list included. */
  unread: number
}

/** Answer of `POST /chg/api/msg/read`. */
export interface UnreadCount {
  unread: number
}

/** Topic of the live news that somebody has a message. */
export const MESSAGE_NEWS = 'notifications.message'
