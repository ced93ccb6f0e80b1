import { MAIL_SECURITY, type OutsideChannel } from '../../contract/channel.ts'

export interface ChannelField {
  readonly key: string
  readonly initial: string
  /** Allowed words, each with its own at `notifications.channel.<key>Value.<word>`. */
  readonly values?: readonly string[]
  readonly isOptional?: true
}

/** What is set of each channel, in the order in which providers tell it. */
export const CHANNEL_FIELDS: Readonly<Record<OutsideChannel, readonly ChannelField[]>> = {
  mail: [
    { key: 'host', initial: '' },
    { key: 'port', initial: '587' },
    { key: 'security', initial: 'starttls', values: MAIL_SECURITY },
    { key: 'user', initial: '', isOptional: true },
    { key: 'from', initial: '' },
    { key: 'fromName', initial: '' },
  ],
  sms: [
    { key: 'endpoint', initial: 'https://dysmsapi.aliyuncs.com/' },
    { key: 'accessKeyId', initial: '' },
    { key: 'signName', initial: '' },
    { key: 'templateCode', initial: '' },
    { key: 'variable', initial: 'title' },
  ],
  wechat: [
    { key: 'templateId', initial: '' },
    { key: 'titleKey', initial: 'thing1' },
    { key: 'textKey', initial: 'thing2' },
    { key: 'timeKey', initial: 'time3' },
  ],
}

/** Word of the secret; WeChat's stands where the server is started. */
export const SECRET_WORD: Readonly<Record<OutsideChannel, string | null>> = {
  mail: 'secretMail',
  sms: 'secret',
  wechat: null,
}
