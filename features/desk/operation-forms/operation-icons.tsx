// The icon of each operation.
import Badge from '@mui/icons-material/BadgeOutlined'
import Block from '@mui/icons-material/BlockOutlined'
import Campaign from '@mui/icons-material/CampaignOutlined'
import Checklist from '@mui/icons-material/ChecklistOutlined'
import CleaningServices from '@mui/icons-material/CleaningServicesOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import Feed from '@mui/icons-material/FeedOutlined'
import GppBad from '@mui/icons-material/GppBadOutlined'
import LayersClear from '@mui/icons-material/LayersClearOutlined'
import LockOpen from '@mui/icons-material/LockOpenOutlined'
import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheckOutlined'
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import RestartAlt from '@mui/icons-material/RestartAlt'
import SecurityUpdate from '@mui/icons-material/SecurityUpdateGoodOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import StackedLineChart from '@mui/icons-material/StackedLineChartOutlined'
import Stop from '@mui/icons-material/StopOutlined'
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined'
import SystemUpdate from '@mui/icons-material/SystemUpdateAltOutlined'
import Troubleshoot from '@mui/icons-material/TroubleshootOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import VerifiedUser from '@mui/icons-material/VerifiedUserOutlined'
import type { Operation } from '#control/remote-operations/operations/operations.contract.ts'
import type { Icon } from '#kit/actions.tsx'

export const icons: Readonly<Record<Operation, Icon>> = {
  ChangeAvailability: Block,
  ChangeConfiguration: Settings,
  RemoteStart: PlayArrow,
  RemoteStop: Stop,
  GetDiagnostics: Troubleshoot,
  Reset: RestartAlt,
  UpdateFirmware: SystemUpdate,
  TriggerMessage: Campaign,
  UnlockConnector: LockOpen,
  ClearCache: CleaningServices,
  DataTransfer: SwapHoriz,
  GetConfiguration: Feed,
  GetLocalListVersion: Checklist,
  SendLocalList: PlaylistAddCheck,
  ReserveNow: EventAvailable,
  CancelReservation: EventBusy,
  SetChargingProfile: Tune,
  ClearChargingProfile: LayersClear,
  GetCompositeSchedule: StackedLineChart,
  GetLog: ReceiptLong,
  SignedUpdateFirmware: SecurityUpdate,
  ExtendedTriggerMessage: Campaign,
  CertificateSigned: Badge,
  InstallCertificate: VerifiedUser,
  GetInstalledCertificateIds: FactCheck,
  DeleteCertificate: GppBad,
  ResetEvse: RestartAlt,
  GetTransactionStatus: Troubleshoot,
  SetDisplayMessage: Feed,
  ClearDisplayMessage: CleaningServices,
  CostUpdated: ReceiptLong,
  SetNetworkProfile: SwapHoriz,
  RaiseSecurityProfile: VerifiedUser,
  GetBaseReport: ReceiptLong,
  GetReport: FactCheck,
  SetMonitoringBase: Settings,
  SetMonitoringLevel: Tune,
  SetVariableMonitoring: StackedLineChart,
  ClearVariableMonitoring: LayersClear,
  GetMonitoringReport: Checklist,
  GetChargingProfiles: Checklist,
  GetDisplayMessages: Checklist,
  CustomerInformation: Badge,
  PublishFirmware: SystemUpdate,
  UnpublishFirmware: Block,
}
