export { api, onCallFailure, onPasswordOwed, onSessionEnd, onVerificationOwed } from './api/api.ts'
export { ApiError, type ApiErrorKind, VERIFICATION_OWED_CODE } from './api/api-error.ts'
export type { CallOptions, FailedCall } from './api/client.ts'
export type { Payload, PayloadValue } from './api/encode.ts'
export { newIdempotencyKey } from './api/idempotency-key.ts'
export { BOARD_VIEW, LazyResourceBoard as ResourceBoard } from './board/lazy-board.tsx'
export { Chart } from './chart/chart.tsx'
export { ChartCard } from './chart/chart-card.tsx'
export type {
  CartesianChart,
  ChartAxis,
  ChartData,
  ChartKind,
  ChartSeries,
  ChartValue,
  Threshold,
} from './chart/chart-data.ts'
export { downloadExport, type ExportProgress, saveFile } from './exchange/download.ts'
export { SharesButton, useSharesMenu } from './paper/shares-button.tsx'
export { SheetMenu, type SheetMenuProps } from './paper/sheet-menu.tsx'
export { useOnPaper } from './paper/use-on-paper.ts'
export { parseCsv, type Sheet, SheetError, writeCsv } from './exchange/csv-text.ts'
export { readSheetFile } from './exchange/import-run.ts'
export { SaveFile } from './exchange/save-file.tsx'
export { type ExportState, useExport } from './exchange/use-export.ts'
export { FileControl, FileList, FilesShown, RichTextView } from './documents/load-documents.ts'
export { endingsOf, fileSize } from './documents/file-text.ts'
export { type CellProps, CELLS } from './faces/cells.tsx'
export { NumberInput } from './faces/number-input.tsx'
export { type ControlProps, GeoControl } from './faces/controls.tsx'
export { useRefOptions, useSettled } from './faces/ref-options.ts'
export { choiceWord, faceText, type TextContext } from '@wattyard/resource'
export { Choice } from './faces/choice-state.tsx'
export { RefSelect } from './faces/ref-select.tsx'
export {
  NO_VALUE,
  showDecimal,
  showEveryDigit,
  showExact,
  showMoney,
  showNumber,
  showPower,
  showShare,
  showDuration,
  valueWord,
} from '@wattyard/resource'
export { typedDecimal } from './format/typed-decimal.ts'
export { initialsOf, matchesText } from './format/initials.ts'
export { abbreviate, joinNames, maskPhone, prettyJson, shorten, splitTags, suffixNum } from './format/text.ts'
export {
  DATE_PRESETS,
  type DatePreset,
  dayOf,
  daysToInstants,
  DEFAULT_ZONE,
  type Instant,
  isExpired,
  NO_TIME,
  presetDays,
  relativeTo,
  showClock,
  showInstant,
} from './format/time.ts'
export { convertDatum, type Datum, DATUMS, type LngLat } from './map/datum.ts'
export { LazyPointMap as PointMap, LazyPointPicker, LazyStationMap as StationMap } from './map/lazy-map.tsx'
export type { PointPickerProps } from './map/point-picker.tsx'
export type { MapGround } from './map/ground.ts'
export type { MapPoint, MapState } from './map/map-canvas.tsx'
export type { LiveMessage, LiveState } from './live/live-connection.ts'
export { useLive, useLiveRefresh, watchLive } from './live/use-live.ts'
export { usePolling } from './live/use-polling.ts'
export { type HelpLoaders, helpTopics, isHelpShown, linkToHelp, registerHelp } from './module/help.ts'
export { DIALOG_PARAM, useRequestedDialog } from './module/requested-dialog.ts'
export type {
  ActionTarget,
  ConsoleAction,
  ConsoleModule,
  DecisionProps,
  PageEntry,
  PageFile,
} from './module/console-module.ts'
export {
  DETAIL_TAB,
  decisionPart,
  isOpenable,
  linkToRecord,
  panesOf,
  pathOfResource,
  registerDecisions,
  registerDetails,
  registerLists,
  registerPanes,
  registerRecordPages,
  registerResources,
  setCanOpen,
} from './module/registry.ts'
export {
  type Crumb,
  forgetDirty,
  isDirtyTab,
  PLACE_CHOSEN,
  setShownTab,
  type Tab,
  TabContext,
  useDirty,
} from './module/tab.ts'
export { setNewestQuery, useTabQuery, withParams } from './module/tab-query.ts'
export {
  type CompareWith,
  comparisonOf,
  type DaySpan,
  elapsedOf,
  type Period,
  periodOf,
  type PeriodUnit,
  stepPeriod,
} from './period/period.ts'
export { PeriodPicker } from './period/period-picker.tsx'
export { type PeriodOptions, type PeriodView, usePeriod } from './period/use-period.ts'
export type { HeadGroup, ReportColumn, ReportValue } from './report/report-column.ts'
export { FiguresPage } from './report/figures-page.tsx'
export { ReportGrid } from './report/report-grid.tsx'
export type { BelowRow, ReportGridProps } from './report/report-props.ts'
export { PLAIN_VIEW, type ReportView, useReportView } from './report/report-view.ts'
export { CommandDialogPart as CommandDialog } from './resource/command-part.ts'
export type { CommandFootProps } from './resource/command-dialog.tsx'
export { DefinitionFields } from './resource/definition-fields.tsx'
export { type DefinitionForm, useDefinitionForm } from './resource/use-definition-form.ts'
export { EmbeddedList, type EmbeddedListProps } from './resource/embedded/embedded-list.tsx'
export { waitsForApproval } from './resource/waits-for-approval.ts'
export {
  can,
  type CommandCall,
  type ResourceLike,
  useCommand,
  useDelete,
  useEveryRecord,
  useInvalidate,
  useList,
  useListQuery,
  useListState,
  useRecord,
  useSave,
} from './resource/hooks.ts'
export type { ListState } from './resource/list/list-state.ts'
export { HistoryPart as History } from './resource/history-part.ts'
export {
  type CellSlotProps,
  type CommandSlotProps,
  type ControlSlotProps,
  type CreatedSlotProps,
  type DetailMenu,
  type FormSlotProps,
  type NameOfRecord,
  type ResourceSlots,
  type SectionProps,
  usePage,
} from './resource/page-context.tsx'
export { createQueryClient, resourceKeys, resourceQueries } from './resource/queries.ts'
export type { AnyRecord, HistoryEntry, Labels, ListAnswer, RecordFrom } from '@wattyard/resource'
export { type AnyResource, anyResource } from './resource/records.ts'
export { DetailFrame } from './resource/head/detail-frame.tsx'
export { HeadCommands } from './resource/head/head-commands.tsx'
export { DetailOverPage, ResourceFrame, ResourcePage, type ResourcePageProps } from './resource/resource-page.tsx'
export { wordsWidth } from './resource/list/fit/head-width.ts'
export { useAddressFilters } from './resource/list/address-filters.ts'
export { logQuery, useLogPages } from './resource/log-pages.ts'
export { personalKey } from './session/personal-key.ts'
export { RevealButton, type Revealed } from './personal/reveal-button.tsx'
export {
  beginSession,
  type Company,
  currentToken,
  endSession,
  isAllPowerful,
  may,
  type Me,
  type MenuEntry,
  renewSession,
  setMe,
  TOKEN_COOKIE,
  useIsGuest,
  useMay,
  useSeesNothing,
  useSeesWhole,
  useSession,
} from './session/session.ts'
export {
  type AfterClosing,
  changeSettings,
  DEFAULT_THEME,
  keep,
  type Language,
  LANGUAGES,
  type Scheme,
  type Settings,
  type Size,
  SIZES,
  useSettings,
} from './session/settings.ts'
export { type Change, changeOf, type Figure } from './stat/change.ts'
export { type Stat, StatGrid } from './stat/stat-grid.tsx'
export {
  chooseStation,
  keepAtStation,
  useChosenStation,
  useStationChange,
  useStationFilter,
} from './station/station-filter.ts'
export { StationNote } from './station/station-note.tsx'
export { contrast as contrastOf } from './theme/colours.ts'
export { type Palette, paletteOf, seriesColours } from './theme/palette.ts'
export { PERIOD_COLOURS } from './theme/period-colours.ts'
export { tagColours, type TagColours, toneColours } from './theme/tag-colours.ts'
export { loadComponentWords, setPageScheme, ThemeProvider, usePalette } from './theme/theme-provider.tsx'
export { type MonthEntry, MonthGrid, type MonthGridProps } from './month/month-grid.tsx'
export { neighbour } from './todo/todo-keys.ts'
export { TodoList, type TodoListProps } from './todo/todo-list.tsx'
export type { TodoAction, TodoItem } from './todo/todo-row.tsx'
export { parentOf, treeOf, type TreeNode, type TreePlace } from './tree/tree-model.ts'
export { type MoveRules, positionOf } from './tree/tree-moves.ts'
export type { TreeColumn } from './tree/tree-row.tsx'
export type { TreeTableProps } from './tree/tree-props.ts'
export { TreeTable } from './tree/tree-table.tsx'
export { copyText } from './ui/copy-text.ts'
export { Confirms, confirm, type Question } from './ui/confirm.tsx'
export { DayInput, InstantInput } from './ui/date-input.tsx'
export { Dialog } from './ui/dialog.tsx'
export { IconButton } from './ui/button/icon-button.tsx'
export { MainButton } from './ui/button/main-button.tsx'
export { Fact, Facts } from './ui/facts.tsx'
export { FileDrop } from './ui/file-drop.tsx'
export { HeadUnit } from './faces/head-unit.tsx'
export { Icon } from './ui/icon/icon.tsx'
export { IconPicker } from './ui/icon/icon-picker.tsx'
export { type LineColumn, LineList } from './ui/line-list.tsx'
export { type LazyPart, lazyPart } from './ui/lazy-part.tsx'
export { loadCode, missingCode, onMissingCode } from './ui/missing-code.ts'
export { type MenuAction, MenuItems, MoreMenu } from './ui/menu-button.tsx'
export { PageSteps } from './resource/list/page-steps.tsx'
export { PageHeader } from './ui/page-header.tsx'
export { Popover, type PopoverButtonProps } from './ui/popover.tsx'
export {
  Ago,
  AsOf,
  ColouredTag,
  Count,
  Decimal,
  Duration,
  Power,
  Share,
  StatusTag,
  TenantZone,
  useZone,
  When,
  WhenAndHowLong,
  ZoneContext,
} from './ui/shown.tsx'
export { DRAG_DELAY_MS, dropPlace, type Press, pressOf } from './ui/drag.ts'
export { SearchInput } from './ui/search-input.tsx'
export { ROUTE_ICONS } from './ui/icon/route-icons.tsx'
export { EmptyState, ErrorState, Skeleton } from './ui/states.tsx'
export { TabList, tabPanel } from './ui/tabs/tab-list.tsx'
export { toast, Toasts } from './ui/toasts.tsx'
export { useNow, useSecond, useToday } from './ui/use-now.ts'
export { useIsPhone } from './ui/use-phone.ts'
export { useInTurn } from './ui/use-in-turn.ts'
export { useRowDrag } from './ui/use-row-drag.ts'
export { LazyWallStage as WallStage } from './wall/lazy-wall.ts'
export { WallScale } from './wall/wall-scale.ts'
export type { WallBoard } from './wall/wall-stage.tsx'
export { allValues, entryChange, offeredValues, setWording, watchWording } from './words/own-words.ts'
export { useModuleWords } from './words/use-module-words.ts'
export { fieldWord, type Params, type Translate, useWords, wordKeys } from './words/use-words.ts'
export { colourOf, registerTones, type Tone, toneOf } from './words/tone.ts'
export {
  beforeLanguage,
  changeLanguage,
  flattenWords,
  i18nEngine,
  needAllLanguages,
  needWords,
  registerWords,
  translate,
  shippedWord,
  startWords,
  type WordLoaders,
  type WordTree,
} from './words/words.ts'
export { ComparePanel, type ComparedProps } from './version/compare-panel.tsx'
export { DifferenceTable, type VersionDifference } from './version/difference-table.tsx'
export { DraftBehind, type DraftMerge, type DraftSides } from './version/draft-behind.tsx'
export { type FieldConflict, mergeFields, type Side } from './version/merge-fields.ts'
export { type DraftSaving, useDraftSaving } from './version/use-draft-saving.ts'
export { VersionStanding, VersionStandingTag, VersionTimes } from './version/version-bar.tsx'
export { useVersions, type VersionRecord } from './version/version-context.ts'
export { type StartDraftProps, type VersionBodyProps, VersionScreen } from './version/version-screen.tsx'
export { draftIdIn, VersionTools } from './version/version-tools.tsx'
export { DefinitionSummary } from './wizard/definition-summary.tsx'
export { keptValues } from './wizard/kept-draft.ts'
export { KeptWizard, type WizardStart } from './wizard/kept-wizard.tsx'
export { ownsUnder } from './wizard/lead-back.ts'
export { Wizard, type WizardStep } from './wizard/wizard.tsx'
