import VisitsAPI

extension ClientDuplicates: ReadHandler {}
