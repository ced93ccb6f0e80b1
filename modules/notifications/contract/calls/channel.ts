import { type CallAnswer, defineCall, flagInput, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { MAIL_SECURITY, MAX_SETTING, OUTSIDE_CHANNELS } from '../channel.ts'

const channel = z.enum(OUTSIDE_CHANNELS)

const mailSettings = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(MAIL_SECURITY),
  /** Empty when the server needs no sign-in. */
  user: z.string(),
  from: z.string(),
  fromName: z.string(),
})

/** A template text message of Alibaba Cloud (SendSms). */
const smsSettings = z.object({
  /** `https://dysmsapi.aliyuncs.com/` unless the provider has another address. */
  endpoint: z.string(),
  accessKeyId: z.string(),
  /** 短信签名, approved by the provider. */
  signName: z.string(),
  /** 模板 CODE with the one variable that `variable` names. */
  templateCode: z.string(),
  variable: z.string(),
})

/** A template message of the Official Account that the installation signs people in with. */
const wechatSettings = z.object({
  templateId: z.string(),
  /** Keys of the template's data for title, text and time, such as `thing1`. */
  titleKey: z.string(),
  textKey: z.string(),
  timeKey: z.string(),
})

/** Settings of each channel. */
export interface ChannelSettings {
  mail: z.output<typeof mailSettings>
  sms: z.output<typeof smsSettings>
  wechat: z.output<typeof wechatSettings>
}
export type MailSettings = ChannelSettings['mail']
export type SmsSettings = ChannelSettings['sms']
export type WechatSettings = ChannelSettings['wechat']

const state = z.object({
  channel,
  /** When off, messages stay in the local outbox. */
  enabled: z.boolean(),
  settings: z.union([mailSettings, smsSettings, wechatSettings]).nullable(),
  hasSecret: z.boolean(),
  /** Whether this installation can use the channel. The messaging app is chosen when the server is started. */
  available: z.boolean(),
  version: z.int(),
})
/** A channel as administrators see it. Its secret never leaves the server. */
export type ChannelState = z.output<typeof state>

const channels = z.object({ list: z.array(state) })

export const listChannels = defineCall({
  method: 'GET',
  path: '/api/fwgl/notifyChannel/list',
  access: 'notifications.channel:read',
  summary: 'the channels of the tenant; secrets are not among it',
  input: z.strictObject({}),
  output: channels,
})

export const saveChannel = defineCall({
  method: 'POST',
  path: '/api/fwgl/notifyChannel/save',
  access: 'notifications.channel:update',
  wholeTenant: true,
  summary: 'sets a channel and switches it on or off',
  input: z.strictObject({
    channel,
    enabled: flagInput,
    /** Checked by the channel that they are for. */
    settings: z.record(z.string().max(40), z.unknown()),
    /** When absent or empty, the stored secret is kept. */
    secret: z.string().max(MAX_SETTING).optional(),
    version: wholeInput(0, 2 ** 31 - 1),
  }),
  output: channels,
})

export const testChannel = defineCall({
  method: 'POST',
  path: '/api/fwgl/notifyChannel/test',
  access: 'notifications.channel:update',
  wholeTenant: true,
  summary: 'sends one message by a channel now',
  input: z.strictObject({ channel, address: z.string().trim().max(200).optional() }),
  output: z.object({
    ok: z.boolean(),
    /** Answer of the provider, verbatim when it refused. */
    detail: z.string(),
  }),
})
export type ChannelTest = CallAnswer<typeof testChannel>
