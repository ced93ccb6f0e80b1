import type { CallOf, SystemActionOf } from '@wattyard/ocpp-frame'
import type * as messages from 'typed-ocpp/dist/ocpp20/types.js'

/** Request and response payload of every action of OCPP 2.0.1. */
export interface Actions {
  Authorize: [messages.AuthorizeRequest, messages.AuthorizeResponse]
  BootNotification: [messages.BootNotificationRequest, messages.BootNotificationResponse]
  CancelReservation: [messages.CancelReservationRequest, messages.CancelReservationResponse]
  CertificateSigned: [messages.CertificateSignedRequest, messages.CertificateSignedResponse]
  ChangeAvailability: [messages.ChangeAvailabilityRequest, messages.ChangeAvailabilityResponse]
  ClearCache: [messages.ClearCacheRequest, messages.ClearCacheResponse]
  ClearChargingProfile: [messages.ClearChargingProfileRequest, messages.ClearChargingProfileResponse]
  ClearDisplayMessage: [messages.ClearDisplayMessageRequest, messages.ClearDisplayMessageResponse]
  ClearVariableMonitoring: [messages.ClearVariableMonitoringRequest, messages.ClearVariableMonitoringResponse]
  ClearedChargingLimit: [messages.ClearedChargingLimitRequest, messages.ClearedChargingLimitResponse]
  CostUpdated: [messages.CostUpdatedRequest, messages.CostUpdatedResponse]
  CustomerInformation: [messages.CustomerInformationRequest, messages.CustomerInformationResponse]
  DataTransfer: [messages.DataTransferRequest, messages.DataTransferResponse]
  DeleteCertificate: [messages.DeleteCertificateRequest, messages.DeleteCertificateResponse]
  FirmwareStatusNotification: [messages.FirmwareStatusNotificationRequest, messages.FirmwareStatusNotificationResponse]
  Get15118EVCertificate: [messages.Get15118EVCertificateRequest, messages.Get15118EVCertificateResponse]
  GetBaseReport: [messages.GetBaseReportRequest, messages.GetBaseReportResponse]
  GetCertificateStatus: [messages.GetCertificateStatusRequest, messages.GetCertificateStatusResponse]
  GetChargingProfiles: [messages.GetChargingProfilesRequest, messages.GetChargingProfilesResponse]
  GetCompositeSchedule: [messages.GetCompositeScheduleRequest, messages.GetCompositeScheduleResponse]
  GetDisplayMessages: [messages.GetDisplayMessagesRequest, messages.GetDisplayMessagesResponse]
  GetInstalledCertificateIds: [messages.GetInstalledCertificateIdsRequest, messages.GetInstalledCertificateIdsResponse]
  GetLocalListVersion: [messages.GetLocalListVersionRequest, messages.GetLocalListVersionResponse]
  GetLog: [messages.GetLogRequest, messages.GetLogResponse]
  GetMonitoringReport: [messages.GetMonitoringReportRequest, messages.GetMonitoringReportResponse]
  GetReport: [messages.GetReportRequest, messages.GetReportResponse]
  GetTransactionStatus: [messages.GetTransactionStatusRequest, messages.GetTransactionStatusResponse]
  GetVariables: [messages.GetVariablesRequest, messages.GetVariablesResponse]
  Heartbeat: [messages.HeartbeatRequest, messages.HeartbeatResponse]
  InstallCertificate: [messages.InstallCertificateRequest, messages.InstallCertificateResponse]
  LogStatusNotification: [messages.LogStatusNotificationRequest, messages.LogStatusNotificationResponse]
  MeterValues: [messages.MeterValuesRequest, messages.MeterValuesResponse]
  NotifyChargingLimit: [messages.NotifyChargingLimitRequest, messages.NotifyChargingLimitResponse]
  NotifyCustomerInformation: [messages.NotifyCustomerInformationRequest, messages.NotifyCustomerInformationResponse]
  NotifyDisplayMessages: [messages.NotifyDisplayMessagesRequest, messages.NotifyDisplayMessagesResponse]
  NotifyEVChargingNeeds: [messages.NotifyEVChargingNeedsRequest, messages.NotifyEVChargingNeedsResponse]
  NotifyEVChargingSchedule: [messages.NotifyEVChargingScheduleRequest, messages.NotifyEVChargingScheduleResponse]
  NotifyEvent: [messages.NotifyEventRequest, messages.NotifyEventResponse]
  NotifyMonitoringReport: [messages.NotifyMonitoringReportRequest, messages.NotifyMonitoringReportResponse]
  NotifyReport: [messages.NotifyReportRequest, messages.NotifyReportResponse]
  PublishFirmware: [messages.PublishFirmwareRequest, messages.PublishFirmwareResponse]
  PublishFirmwareStatusNotification: [
    messages.PublishFirmwareStatusNotificationRequest,
    messages.PublishFirmwareStatusNotificationResponse,
  ]
  ReportChargingProfiles: [messages.ReportChargingProfilesRequest, messages.ReportChargingProfilesResponse]
  RequestStartTransaction: [messages.RequestStartTransactionRequest, messages.RequestStartTransactionResponse]
  RequestStopTransaction: [messages.RequestStopTransactionRequest, messages.RequestStopTransactionResponse]
  ReservationStatusUpdate: [messages.ReservationStatusUpdateRequest, messages.ReservationStatusUpdateResponse]
  ReserveNow: [messages.ReserveNowRequest, messages.ReserveNowResponse]
  Reset: [messages.ResetRequest, messages.ResetResponse]
  SecurityEventNotification: [messages.SecurityEventNotificationRequest, messages.SecurityEventNotificationResponse]
  SendLocalList: [messages.SendLocalListRequest, messages.SendLocalListResponse]
  SetChargingProfile: [messages.SetChargingProfileRequest, messages.SetChargingProfileResponse]
  SetDisplayMessage: [messages.SetDisplayMessageRequest, messages.SetDisplayMessageResponse]
  SetMonitoringBase: [messages.SetMonitoringBaseRequest, messages.SetMonitoringBaseResponse]
  SetMonitoringLevel: [messages.SetMonitoringLevelRequest, messages.SetMonitoringLevelResponse]
  SetNetworkProfile: [messages.SetNetworkProfileRequest, messages.SetNetworkProfileResponse]
  SetVariableMonitoring: [messages.SetVariableMonitoringRequest, messages.SetVariableMonitoringResponse]
  SetVariables: [messages.SetVariablesRequest, messages.SetVariablesResponse]
  SignCertificate: [messages.SignCertificateRequest, messages.SignCertificateResponse]
  StatusNotification: [messages.StatusNotificationRequest, messages.StatusNotificationResponse]
  TransactionEvent: [messages.TransactionEventRequest, messages.TransactionEventResponse]
  TriggerMessage: [messages.TriggerMessageRequest, messages.TriggerMessageResponse]
  UnlockConnector: [messages.UnlockConnectorRequest, messages.UnlockConnectorResponse]
  UnpublishFirmware: [messages.UnpublishFirmwareRequest, messages.UnpublishFirmwareResponse]
  UpdateFirmware: [messages.UpdateFirmwareRequest, messages.UpdateFirmwareResponse]
}

export type Action = keyof Actions
export type Request<A extends Action> = Actions[A][0]
export type Response<A extends Action> = Actions[A][1]

/** Actions called by a charging station; the others are called by the CSMS, DataTransfer by both. */
export const FROM_PILE = [
  'Authorize',
  'BootNotification',
  'ClearedChargingLimit',
  'DataTransfer',
  'FirmwareStatusNotification',
  'Get15118EVCertificate',
  'GetCertificateStatus',
  'Heartbeat',
  'LogStatusNotification',
  'MeterValues',
  'NotifyChargingLimit',
  'NotifyCustomerInformation',
  'NotifyDisplayMessages',
  'NotifyEVChargingNeeds',
  'NotifyEVChargingSchedule',
  'NotifyEvent',
  'NotifyMonitoringReport',
  'NotifyReport',
  'PublishFirmwareStatusNotification',
  'ReportChargingProfiles',
  'ReservationStatusUpdate',
  'SecurityEventNotification',
  'SignCertificate',
  'StatusNotification',
  'TransactionEvent',
] as const satisfies readonly Action[]

export type PileAction = (typeof FROM_PILE)[number]
export type SystemAction = SystemActionOf<Actions, PileAction>

/** A call of a pile whose payload has passed its schema. */
export type PileMessage = CallOf<Actions, PileAction>
/** A call of the CSMS whose payload has passed its schema. */
export type SystemMessage = CallOf<Actions, SystemAction>
