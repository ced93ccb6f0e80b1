/** Delivery channels. `console` is the inbox; the others leave the product. */
export const CHANNELS = ['console', 'mail', 'sms', 'wechat'] as const
export type Channel = (typeof CHANNELS)[number]

export const OUTSIDE_CHANNELS = ['mail', 'sms', 'wechat'] as const
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number]

/**
 * Security of the connection to a mail server: `tls` from the first byte, `starttls` compulsory, `none` only inside a private
 * network.
 */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const

/** Most characters of one value of a channel's settings. */
export const MAX_SETTING = 200
