import type { CallOf, SystemActionOf } from '@wattyard/ocpp-frame'
import type * as messages from 'typed-ocpp/dist/ocpp16/types.js'

/** Request and response payload of every action of OCPP 1.6 with the security extension (whitepaper edition 3). */
export interface Actions {
  Authorize: [messages.AuthorizeRequest, messages.AuthorizeResponse]
  BootNotification: [messages.BootNotificationRequest, messages.BootNotificationResponse]
  CancelReservation: [messages.CancelReservationRequest, messages.CancelReservationResponse]
  CertificateSigned: [messages.CertificateSignedRequest, messages.CertificateSignedResponse]
  ChangeAvailability: [messages.ChangeAvailabilityRequest, messages.ChangeAvailabilityResponse]
  ChangeConfiguration: [messages.ChangeConfigurationRequest, messages.ChangeConfigurationResponse]
  ClearCache: [messages.ClearCacheRequest, messages.ClearCacheResponse]
  ClearChargingProfile: [messages.ClearChargingProfileRequest, messages.ClearChargingProfileResponse]
  DataTransfer: [messages.DataTransferRequest, messages.DataTransferResponse]
  DeleteCertificate: [messages.DeleteCertificateRequest, messages.DeleteCertificateResponse]
  DiagnosticsStatusNotification: [
    messages.DiagnosticsStatusNotificationRequest,
    messages.DiagnosticsStatusNotificationResponse,
  ]
  ExtendedTriggerMessage: [messages.ExtendedTriggerMessageRequest, messages.ExtendedTriggerMessageResponse]
  FirmwareStatusNotification: [messages.FirmwareStatusNotificationRequest, messages.FirmwareStatusNotificationResponse]
  GetCompositeSchedule: [messages.GetCompositeScheduleRequest, messages.GetCompositeScheduleResponse]
  GetConfiguration: [messages.GetConfigurationRequest, messages.GetConfigurationResponse]
  GetDiagnostics: [messages.GetDiagnosticsRequest, messages.GetDiagnosticsResponse]
  GetInstalledCertificateIds: [messages.GetInstalledCertificateIdsRequest, messages.GetInstalledCertificateIdsResponse]
  GetLocalListVersion: [messages.GetLocalListVersionRequest, messages.GetLocalListVersionResponse]
  GetLog: [messages.GetLogRequest, messages.GetLogResponse]
  Heartbeat: [messages.HeartbeatRequest, messages.HeartbeatResponse]
  InstallCertificate: [messages.InstallCertificateRequest, messages.InstallCertificateResponse]
  LogStatusNotification: [messages.LogStatusNotificationRequest, messages.LogStatusNotificationResponse]
  MeterValues: [messages.MeterValuesRequest, messages.MeterValuesResponse]
  RemoteStartTransaction: [messages.RemoteStartTransactionRequest, messages.RemoteStartTransactionResponse]
  RemoteStopTransaction: [messages.RemoteStopTransactionRequest, messages.RemoteStopTransactionResponse]
  ReserveNow: [messages.ReserveNowRequest, messages.ReserveNowResponse]
  Reset: [messages.ResetRequest, messages.ResetResponse]
  SecurityEventNotification: [messages.SecurityEventNotificationRequest, messages.SecurityEventNotificationResponse]
  SendLocalList: [messages.SendLocalListRequest, messages.SendLocalListResponse]
  SetChargingProfile: [messages.SetChargingProfileRequest, messages.SetChargingProfileResponse]
  SignCertificate: [messages.SignCertificateRequest, messages.SignCertificateResponse]
  SignedFirmwareStatusNotification: [
    messages.SignedFirmwareStatusNotificationRequest,
    messages.SignedFirmwareStatusNotificationResponse,
  ]
  SignedUpdateFirmware: [messages.SignedUpdateFirmwareRequest, messages.SignedUpdateFirmwareResponse]
  StartTransaction: [messages.StartTransactionRequest, messages.StartTransactionResponse]
  StatusNotification: [messages.StatusNotificationRequest, messages.StatusNotificationResponse]
  StopTransaction: [messages.StopTransactionRequest, messages.StopTransactionResponse]
  TriggerMessage: [messages.TriggerMessageRequest, messages.TriggerMessageResponse]
  UnlockConnector: [messages.UnlockConnectorRequest, messages.UnlockConnectorResponse]
  UpdateFirmware: [messages.UpdateFirmwareRequest, messages.UpdateFirmwareResponse]
}

export type Action = keyof Actions
export type Request<A extends Action> = Actions[A][0]
export type Response<A extends Action> = Actions[A][1]

/** Actions called by a charge point; the others are called by the central system, DataTransfer by both. */
export const FROM_PILE = [
  'Authorize',
  'BootNotification',
  'DataTransfer',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'LogStatusNotification',
  'MeterValues',
  'SecurityEventNotification',
  'SignCertificate',
  'SignedFirmwareStatusNotification',
  'StartTransaction',
  'StatusNotification',
  'StopTransaction',
] as const satisfies readonly Action[]

export type PileAction = (typeof FROM_PILE)[number]
export type SystemAction = SystemActionOf<Actions, PileAction>

/** A call of a pile whose payload has passed its schema. */
export type PileMessage = CallOf<Actions, PileAction>
/** A call of the central system whose payload has passed its schema. */
export type SystemMessage = CallOf<Actions, SystemAction>
