export { inputSchema } from './at-station.ts'
export {
  actorOf,
  audit,
  changedFields,
  platformActor,
  type Actor,
  type AuditEntry,
  type DeedWitness,
  witnessDeeds,
} from './audit.ts'
export { may, seesNothing, seesWholeTenant, WHOLE_TENANT, type Caller, type DataScope } from './caller.ts'
export {
  labelMask,
  maskedReader,
  type PersonalReader,
  REVEAL_PERSONAL,
  SEE_PERSONAL,
  seesPersonal,
  shownTo,
} from './personal.ts'
export { BackupFault, type BackupFaultCode } from './backup/backup-fault.ts'
export { type BackupMade, type BackupOptions, makeBackup } from './backup/make-backup.ts'
export { type BackupHeader, type BackupManifest, keyNameOf, newBackupKey } from './backup/manifest.ts'
export { type BackupRead, isSealed, readBackup } from './backup/read-backup.ts'
export { restoreBackup, type Restored, type RestoreOptions } from './backup/restore-backup.ts'
export { restoredAt } from './backup/restored-at.ts'
export { MIN_PASSPHRASE } from './backup/seal.ts'
export { RestoreUnfinished, unfinishedRestore } from './backup/unfinished-restore.ts'
export { DatabaseAway, type LineNews } from './database/database-line.ts'
export {
  databaseOn,
  NestedTransaction,
  outsideTransaction,
  type Database,
  type Pool,
  type TransactionOptions,
} from './database/database.ts'
export {
  FLEETING,
  freePort,
  runningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './database/embedded-postgres.ts'
export { engineBinaries, removeCluster } from './database/cluster.ts'
export { startGuardian, type Guardian } from './database/guardian.ts'
export { ensureLoginRole, LOGIN_ROLE } from './database/login-role.ts'
export { DataFolderInUse, lockDataFolder, type FolderLock } from './database/lock-folder.ts'
export { isAlive } from './database/process-start.ts'
export {
  hasTable,
  readTable,
  tenantTables,
  type PresentColumn,
  type PresentIndex,
  type PresentTable,
} from './database/read-schema.ts'
export { appliedMigrations, migrate, readMigrations, SchemaMismatch, type Migration } from './database/migrate.ts'
export {
  ACQUIRE_TIMEOUT_MS,
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  postgresPool,
  STATEMENT_TIMEOUT_MS,
} from './database/postgres-pool.ts'
export { bigintList, instantList, intList, textList, uuidList } from './database/column-lists.ts'
export { type Connection, Tx } from './database/tx.ts'
export { countHiddenQuestion, HIDDEN_QUESTIONS_PER_HOUR } from './fairness/hidden-questions.ts'
export { OWN, PILES, type Requester } from './fairness/requester.ts'
export { createPlaces, type Places } from './fairness/places.ts'
export { MAX_WAITING, sharesOf, TURN_WAIT_MS } from './fairness/turns.ts'
export { createApp, type App } from './http/app.ts'
export { SESSION_COOKIE, SESSION_COOKIE_TLS, type Authenticator, type Credentials } from './http/credentials.ts'
export { CONNECTION_CLOCKS, type ConnectionClocks } from './http/http-server.ts'
export {
  BODY_LIMIT_BYTES,
  CALLS,
  FREE_MAX_MEMBERS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  LONG_ANSWERS,
  MAX_CONNECTIONS,
  MAX_HEADER_BYTES,
  MAX_MEMBERS,
  PUBLIC_BODY_LIMIT_BYTES,
  REQUEST_TIMEOUT_MS,
} from './http/limits.ts'
export { whenOver } from './http/when-over.ts'
export { checkInput, fieldMessages } from './http/check-input.ts'
export { decodeBody, decodePairs } from './http/decode-body.ts'
export { DryRun } from './http/dry-run.ts'
export { escapeHtml } from './http/escape-html.ts'
export { refuseForeignPage } from './http/foreign-page.ts'
export { okay, refused, type Envelope } from './http/envelope.ts'
export { route, type Call, type RawCall, type Route } from './http/route.ts'
export { serveCall } from './http/serve-call.ts'
export { installationSetting, lockSetting, rememberSetting } from './installation-setting.ts'
export { createLiveBus, type LiveBus, type LiveEvent } from './live/live-bus.ts'
export { liveRoute, MAX_STREAMS, type StationsInReach } from './live/live-route.ts'
export { type Listener, type SessionsAlive, type SessionWatch, watchSessions } from './live/watch-sessions.ts'
export { indexResources, mount, permissionList, type ServerModule } from './module.ts'
export { serverModule, type ServerParts } from './server-module.ts'
export type {
  Letter,
  LetterKind,
  LetterPost,
  LetterWay,
  MessageDraft,
  MessageKind,
  MessageParam,
  MessageSeverity,
} from './message-kind.ts'
export { continueIdsAfter, firstIdAt, isId, newId, restartIds } from './new-id.ts'
export { callOut, type CallLimits, type OutboundAnswer, type WholeNoting } from './outbound/call-out.ts'
export {
  codeOf,
  type ConnectLimits,
  connectOut,
  OutboundRefused,
  type OutboundSeams,
  OutboundUnreached,
  type Place,
} from './outbound/connect-out.ts'
export {
  beginLine,
  type CallLine,
  type NotedCall,
  noteInLog,
  type Noting,
  OutboundTimeout,
  OutboundTooLong,
} from './outbound/note-call.ts'
export { internetReach, plainHost, type Reach } from './outbound/reach.ts'
export { type OutboundCall, type OutboundStream, streamOut } from './outbound/stream-out.ts'
export { type InterfaceCall, logInterfaceCall, plainPath } from './interface-log.ts'
export { invalid, Refusal, refuseTogether, type MessageRef } from './refusal.ts'
export { choicesInUse, isChoiceInUse } from './resource/choices/choices-in-use.ts'
export { Condition } from './resource/condition.ts'
export { followCopies } from './resource/copies.ts'
export { checkOnly } from './resource/choices/offered.ts'
export { listAnswer } from './resource/answers.ts'
export { countCommandQuestion, countTakenQuestion } from './resource/hidden/look-ups.ts'
export { addFilters, findThrough, addWithout, likeText, orderBy } from './resource/list-query.ts'
export {
  labelsOf,
  type Reader,
  nameOfRecord,
  namesOfRecords,
  listRecords,
  present,
  rowInScope,
  rowsInScope,
  type Labels,
  type ResourceIndex,
  type WireRecord,
} from './resource/read-records.ts'
export { selectRecords } from './resource/choices/select-records.ts'
export { mayReveal } from './resource/abilities/record-abilities.ts'
export { col, type Column, isLoose, type RowIn, type Shape } from './database/columns.ts'
export { type Answer, type AnsweredColumn, type AnswerWitness, witnessAnswers } from './database/tx.ts'
export { columnsNamed, wholeRow } from './resource/row-shape.ts'
export {
  type CommandHandler,
  type RecordToShow,
  type SavedChange,
  type SaveChange,
  type SecondPersonRule,
  valueAfter,
  type WholeRow,
} from './resource/doors.ts'
export { createTableText, proposeSchema } from './resource/propose-table.ts'
export { type PageAccess, createPageAccess } from './page-access.ts'
export { changesOf, mustChange, mustReach, mustSeeWholeTenant, reachesEverybodys, scoped } from './resource/scope.ts'
export { mustBeWithinReach } from './resource/within-reach.ts'
export { searchText } from './resource/search-text.ts'
export {
  type AboutRecord,
  basisOf,
  movesMoney,
  type ApprovalService,
  type AskedCommand,
  type AnySecondPersonRule,
  type Basis,
  type Deed,
  recordsBeside,
  type MoneyWeight,
  type WaitsForApproval,
  type Weight,
} from './resource/second-person.ts'
export { resourceRoutes } from './resource/resource-routes.ts'
export { oncePer } from './once-per.ts'
export { commandInput, runCommand } from './resource/run-command.ts'
export { hides, peopleIn } from './resource/abilities/record-abilities.ts'
export {
  serveResource,
  type CommandCall,
  type ResourceRow,
  type SaidWord,
  type Beside,
  type ServedResource,
} from './resource/served.ts'
export { isOwnWork } from './resource/versioned/plan-version.ts'
export { serveVersioned } from './resource/versioned/serve-versioned.ts'
export type { Beginning, Judgement, TwoPeople, VersionDoors } from './resource/versioned/version-doors.ts'
export {
  forgetVersionNumbers,
  insertVersionDraft,
  storePublication,
  validitiesOf,
  writeVersion,
} from './resource/versioned/version-store.ts'
export {
  type LoggedChange,
  describeEntries,
  historyInput,
  type ToldEntries,
  type ToldFields,
  writtenOf,
} from './resource/describe-entries.ts'
export { checkNewValues } from './resource/check-new-values.ts'
export { saveRecord } from './resource/write-records.ts'
export {
  holds,
  planTable,
  serves,
  type PlannedColumn,
  type PlannedIndex,
  type TablePlan,
} from './resource/table-plan.ts'
export { clearFiles } from './files/clear-files.ts'
export { type FileWorld, fileRoutes } from './files/file-routes.ts'
export { type FileUse, fileUse } from './files/quota.ts'
export { readStoredFile, storedFiles } from './files/file-rows.ts'
export { judgeContent, keepFile, type MadeFile } from './files/receive-file.ts'
export { seal, unseal } from './seal.ts'
export { nameOfValue } from './paper/name-of-value.ts'
export { finishSheet } from './paper/finish-sheet.ts'
export { makeSheet, type SheetName } from './paper/make-sheet.ts'
export {
  type House,
  RECORD_SHEET,
  type ServedSheet,
  serveSheet,
  type SheetContent,
  type SheetReader,
} from './paper/served-sheet.ts'
export { type HtmlPage, sheetPage, tellPage } from './paper/sheet-page.ts'
export { reportRoute } from './paper/report-route.ts'
export { sheetRoute } from './paper/sheet-route.ts'
export { tableHead } from './paper/table-head.ts'
export { MAX_PDF_COLUMNS, pdfColumn, sendTablePdf, type TablePdf } from './pdf/table-pdf.ts'
export { MAX_PDF_ROWS, writePdf } from './pdf/write-pdf.ts'
export type { PdfColumn, PdfFacts, PdfLine, PdfPart, PdfSheet } from './pdf/pdf-sheet.ts'
export { sendPdf, type PdfFile } from './pdf/send-pdf.ts'
export {
  type ExportContext,
  exportCell,
  exportText,
  headOf,
  paperHeadOf,
  paperText,
  textContext,
} from './resource/exchange/export-text.ts'
export { readCell } from './resource/exchange/read-cell.ts'
export { sendSheet, type SheetFile } from './sheet/send-sheet.ts'
export { ZipWriter } from './sheet/zip-writer.ts'
export { checkChoices, lockWording, publishWording, sayWith, valuesKnown, wordingOf, wordsWith } from './wording.ts'
export {
  sameRule,
  collectDeletionRules,
  ERASE_ROWS,
  type DeletionRule,
  KEEP_BOOKS,
  KEEP_OF_INSTALLATION,
  type KeptFor,
  type Mask,
  type DeletionBlocker,
  type DeletionRules,
} from './tenancy/deletion-rules.ts'
export {
  countKept,
  type Cursor,
  ERASE_CHUNK,
  eraseChunk,
  type ErasureStep,
  foreignHolds,
  planErasure,
} from './tenancy/erase-tenant.ts'
export { labelColumn } from './resource/label-column.ts'
export { languageOf, LANGUAGES, loadWords, type Language, type Words } from './words.ts'
export { eachByItself } from './work/each-by-itself.ts'
export { type Beat, type Beats, isScheduled, type Job, type ScheduledJob, startJobs } from './work/jobs.ts'
export { forgetAnswers, forgetByTenant, forgetInBatches, forgetSentEvents, retentionJob } from './work/retention.ts'
export { deliverOutbox, emit, type OutboxEvent, type OutboxHandler } from './work/outbox.ts'
