import { MAIL_SECURITY, type OutsideChannel } from '../../contract/channel.ts'

export interface ChannelField {
  readonly key: string
  readonly initial: string
  /** Allowed values, each with its translation at `notifications.channel.<key>Value.<word>`. */
  readonly values?: readonly string[]
  readonly isOptional?: true
}

/** Settings of each channel, in the order in which providers state them. */
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

/** Label of the secret; WeChat's secret is part of the server's environment. */
export const SECRET_WORD: Readonly<Record<OutsideChannel, string | null>> = {
  mail: 'secretMail',
  sms: 'secret',
  wechat: null,
}
