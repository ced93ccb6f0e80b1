/** Ways a message takes. `console` is the inbox; the others leave the product. */
export const CHANNELS = ['console', 'mail', 'sms', 'wechat'] as const
export type Channel = (typeof CHANNELS)[number]

export const OUTSIDE_CHANNELS = ['mail', 'sms', 'wechat'] as const
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number]

/** How a mail server is spoken to: `tls` from the first byte, `starttls` compulsory, `none` inside a private network only. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const

/** Most that a piece of a channel's settings is long. */
export const MAX_SETTING = 200
