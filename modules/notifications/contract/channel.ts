/** Ways a message takes. `console` is the inbox; the others leave the product. */
export const CHANNELS = ['console', 'mail', 'sms', 'wechat'] as const
export type Channel = (typeof CHANNELS)[number]

export const OUTSIDE_CHANNELS = ['mail', 'sms', 'wechat'] as const
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number]

/** How a mail server is spoken to: `tls` from the first byte, `starttls` compulsory, `none` inside a private network only. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const

export interface MailSettings {
  host: string
  port: number
  security: (typeof MAIL_SECURITY)[number]
  /** Empty where the server asks for no sign-in. */
  user: string
  from: string
  fromName: string
}

/** A template text message of Alibaba Cloud (SendSms). */
export interface SmsSettings {
  /** `https://dysmsapi.aliyuncs.com/` unless the provider is reached another way. */
  endpoint: string
  accessKeyId: string
  /** 短信签名, approved by the provider. */
  signName: string
  /** 模板 CODE with the one variable that `variable` names. */
  templateCode: string
  variable: string
}

/** A template message of the Official Account that the installation signs people in with. */
export interface WechatSettings {
  templateId: string
  /** Keys of the template's data for title, text and time, such as `thing1`. */
  titleKey: string
  textKey: string
  timeKey: string
}

export interface ChannelSettings {
  mail: MailSettings
  sms: SmsSettings
  wechat: WechatSettings
}

/** Most that a piece of a channel's settings is long. */
export const MAX_SETTING = 200

/** A channel as an administrator sees it; its secret never leaves the server. */
export interface ChannelState<C extends OutsideChannel = OutsideChannel> {
  channel: C
  /** Off: what would be sent stays in the local outbox. */
  enabled: boolean
  settings: ChannelSettings[C] | null
  hasSecret: boolean
  /** Whether this installation can use it at all; the messaging app is chosen where the server is started. */
  available: boolean
  version: number
}

/** Answer of a test message. */
export interface ChannelTest {
  ok: boolean
  /** What the provider said; in its own words when it refused. */
  detail: string
}
