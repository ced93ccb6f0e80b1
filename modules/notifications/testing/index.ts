export {
  aKey,
  BOOKS_WRONG,
  type NotifyServer,
  notifyServer,
  PASSWORD,
  type Person,
  PILE_OFFLINE,
} from './notify-server.ts'
export { type ReceivedMail, type SmtpStandIn, smtpStandIn } from './smtp-stand-in.ts'
